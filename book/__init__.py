"""The house around the lectures: pages of the book, programs for teachers, and its extensions."""
