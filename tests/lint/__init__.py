"""What a lecture has to be, one small function a rule; ``tests/lecture_lint.py`` runs them all."""
