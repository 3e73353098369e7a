"""Stands before a package of this name, which jsonschema takes for addresses if it is there.

It compiles a grammar whenever it is imported, for 1.5 s, and no notebook or setting has such an
address. `tests/stages.py` puts this folder on the path of all that it starts.
"""

raise ImportError("left out, see tests/shadows")
