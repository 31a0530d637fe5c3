"""Training: configs, self-play, teaching, runs that resume. torch is kept to one thread."""
