"""Write all golden transcripts anew: `python -m tests.golden.renew`. Look at the difference before you keep it."""

from tests.golden.transcripts import FOLDER, cases, played_record, record_file, record_text, views_file, views_text


def renew() -> None:
    written = set()
    for case in cases():
        record = played_record(case)
        record_file(case).write_text(record_text(record), encoding="utf-8")
        views_file(case).write_text(views_text(case, record), encoding="utf-8")
        written |= {record_file(case), views_file(case)}
        print(f"{record_file(case).name}, {views_file(case).name}")
    for path in FOLDER.iterdir():
        if path.suffix in (".json", ".txt") and path not in written:
            path.unlink()
            print(f"{path.name} is gone")


if __name__ == "__main__":
    renew()
