"""The house around the lectures: pages of the book, programs for teachers, and its extensions.

content         mistakes, misconceptions, rubrics, plans and boards, as YAML
exam            templates of exam questions
grading, grade  notebooks for grading, and the program that grades them
course          a course in two folders: syllabus, scripts for sessions, exam
pdf             the book as one PDF
release         the files of an edition
ext             the extensions of Sphinx that make the site
source          reads lectures and pages: cells, directives, labels, references
exercises       exercises of a lecture: set-up, check, solution
boxes, record   what an exercise needs to be done in its page
run_lectures    runs lectures and stores outputs, live figures' states and figures
vector_figures  figures as SVG, and `fingerprint`: what a figure holds, as numbers
datasets        the scripts that made the tables of svmlib/data
"""
