"""Plain changes of meaning of a program: what `tests.mutants` does to svmlib, and `tests.slips` to
the solutions of exercises.

A term is dropped, a sign or a comparison turned, a number changed, a statement left out. Labels are
-1 or +1, so that `y > 0` and `y >= 0` are one, as are `y < 0` and `y < 1`: where y, or labels, are
compared with 0 only the side is turned.
"""

import ast
import re
from copy import deepcopy

TURNED = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div,
    ast.Div: ast.Mult, ast.FloorDiv: ast.Div, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
EDGE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
NAMES = {"min": "max", "minimum": "maximum", "argmin": "argmax", "any": "all", "zeros": "ones",
         "floor": "ceil", "nanmin": "nanmax"}  # fmt: skip
NAMES |= {there: here for here, there in NAMES.items()}


def changes(node):
    """What may stand in the place of a node."""
    match node:
        case ast.BinOp(op=op) if type(op) in TURNED:
            yield ast.BinOp(node.left, TURNED[type(op)](), node.right)
            if isinstance(op, ast.Add | ast.Sub | ast.Mult):
                yield node.left
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            edges = isinstance(node.comparators[0], ast.Constant) and not side(node)
            for turned in (TURNED, EDGE) if edges and type(op) in EDGE else (TURNED,):
                yield ast.Compare(node.left, [turned[type(op)]()], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(TURNED[type(op)](), node.values)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            yield ast.Constant(node.value + 1)
        case ast.Name(id=name) if name in NAMES:
            yield ast.Name(NAMES[name], node.ctx)
        case ast.Attribute(attr=name) if name in NAMES:
            yield ast.Attribute(node.value, NAMES[name], node.ctx)
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.If() if node.orelse == []:
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, [])


def side(node):
    """Whether a node asks for the sign of labels."""
    asks = r"(\w+\.)*(y|labels) [<>] 0(\.0)?"
    return isinstance(node, ast.Compare) and bool(re.fullmatch(asks, ast.unparse(node)))


def left_out(node):
    """Whether a node and what is in it says nothing about numbers: words, types, the outside."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.FunctionDef(name="__repr__" | "__dir__" | "__getattr__" | "warn" | "picture"):
            return True
        case ast.keyword(arg="strict") | ast.keyword(arg="repr"):
            return True  # says that lengths never differ; that a field is not printed
    return isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert)


def places(node):
    """(parent, name of its field, place in a list or None, child) of what may be changed below."""
    for name, value in ast.iter_fields(node):
        skipped = name in ("annotation", "returns", "decorator_list")
        if skipped or (name == "comparators" and side(node)):
            continue
        for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not left_out(child):
                yield node, name, k, child
                yield from places(child)


def replaced(tree, parent, name, k, new):
    """A copy of the tree with something else in that place."""
    made, parent, new = deepcopy((tree, parent, new))
    if k is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[k] = new
    return ast.fix_missing_locations(made)
