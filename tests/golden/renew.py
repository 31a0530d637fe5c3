"""Write all golden transcripts anew: `python -m tests.golden.renew`. Look at the difference before you keep it."""

from tests.golden.transcripts import cases, played_record, record_file, record_text, views_file, views_text


def renew() -> None:
    for name, players in cases():
        record = played_record(name, players)
        record_file(name, players).write_text(record_text(record), encoding="utf-8")
        views_file(name, players).write_text(views_text(name, players, record), encoding="utf-8")
        print(f"{record_file(name, players).name}, {views_file(name, players).name}")


if __name__ == "__main__":
    renew()
