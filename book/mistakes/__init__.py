"""The mistakes that people make in the exercises, and what to say to them; one file a lecture.

``MISTAKES = {"ex-margins-foot": [(mistake, right, wrong, seen, message), …]}``: who makes the
mistake writes the code `wrong` where the solution has `right`; the expression `seen` is true then,
and false for the solution; `message` is what the student reads. ``tests/test_exercises.py`` makes
every mistake and looks for its message.
"""
