"""The engine room: the fast solvers behind the estimators and `svmlib.engine`.

one_bias        the dual of a machine with one bias, solved and certified (lectures 7 and 13)
working_set     pair steps and Newton steps, which do it (lecture 7)
kernel_matrix   rows of a kernel matrix, when they are needed, or all at once for few points
smoothed        linear kernels on many points: the primal, its corner rounded off
proximal        linear kernels on many features, text above all: products with X (lecture 14)
certificate     the problem, its solution and the gap that certifies it (lectures 6 and 8)
hulls           the hard margin: the nearest points of two convex hulls (lecture 2)
joint           several classes in one problem (lecture 10)
constants       every tuning constant, its meaning and the reason for its size
"""
