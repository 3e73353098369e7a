"""The mistakes that people make in the exercises, one file a lecture.

``MUTANTS = {"ex-margins-foot": [("the mistake in words", "right code", "wrong code"), …]}``: with
the right code replaced by the wrong one, the exercise's check has to fail
(``tests/test_exercises.py``).
"""
