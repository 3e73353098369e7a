"""Grading: notebooks with tests to hide, and students' code judged in a process of its own.

`book.grade` is the program that grades without nbgrader.
"""
