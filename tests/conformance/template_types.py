"""What a template reaches of its data, checked against types: a walk over jinja's syntax tree.

`Checker` knows the type of a few names (`data` is a kind of news) and follows it through loops, assignments, macros,
filters and tests, down to each field. What is no known type is not followed.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from jinja2 import Environment, nodes

UNKNOWN: Any = object()
"""The type of what is not followed."""
SAME = frozenset({"sort", "list", "selectattr", "rejectattr", "select", "reject", "reverse", "unique", "default"})
"""Filters that give the same rows again."""
OF_ROWS = frozenset({"selectattr", "rejectattr"})


def members(kind: Any) -> dict[str, Any]:
    """Field -> type of a dataclass or a typed dict; nothing for others."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: hints[field.name] for field in fields(kind)}
    return dict(get_type_hints(kind)) if is_typeddict(kind) else {}


def has_fields(kind: Any) -> bool:
    """Whether the fields are known, of which there may be none."""
    return is_dataclass(kind) or is_typeddict(kind)


def always(kind: Any) -> set[str]:
    """The fields that are there whatever the values."""
    return {name for name, hint in members(kind).items() if "Unset" not in str(hint)}


def plain(kind: Any) -> Any:
    """`X` of `X | None` and of `X | Unset`."""
    if get_origin(kind) in (Union, types.UnionType):
        kinds = [one for one in get_args(kind) if one is not type(None) and "Unset" not in str(one)]
        return kinds[0] if len(kinds) == 1 else UNKNOWN
    return kind


def element(kind: Any) -> Any:
    """What a loop over this type gives."""
    kind = plain(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return inner[0] if len(inner) == 2 and inner[1] is Ellipsis else UNKNOWN
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return inner[0]
    return inner[0] if isinstance(origin, type) and issubclass(origin, Sequence) else UNKNOWN


def value(kind: Any) -> Any:
    """What a mapping holds."""
    kind = plain(kind)
    origin = get_origin(kind)
    return get_args(kind)[1] if isinstance(origin, type) and issubclass(origin, Mapping) else UNKNOWN


def pairs(first: Any, second: Any) -> Any:
    return types.GenericAlias(tuple, (types.GenericAlias(tuple, (first, second)), ...))


@dataclass
class Fault:
    """A field that is not there."""

    template: str
    line: int
    kind: str
    field: str

    def __str__(self) -> str:
        return f"{self.template}:{self.line}: {self.kind} has no {self.field}"


class Checker:
    """Walks one template with the types of its names."""

    def __init__(self, root: Path, env: Environment) -> None:
        self.root, self.env = root, env
        self.faults: list[Fault] = []
        self.reached = 0
        self.template = ""
        self.names: list[dict[str, Any]] = [{}]
        self.macros: dict[str, tuple[str, nodes.Macro]] = {}
        self.modules: dict[str, str] = {}
        self.open: set[tuple[str, str, tuple[str, ...]]] = set()

    def check(self, template: str, **known: Any) -> None:
        """The template with these names; more faults in `faults`."""
        before = self.template
        self.template = template
        with self.scope(known):
            for node in self.parsed(template).body:
                self.visit(node)
        self.template = before

    def parsed(self, template: str) -> nodes.Template:
        return self.env.parse((self.root / template).read_text("utf-8"))

    @contextmanager
    def scope(self, known: Mapping[str, Any]) -> Iterator[None]:
        self.names.append(dict(known))
        yield
        self.names.pop()

    # ---- statements -------------------------------------------------------------------------------------------------

    def visit(self, node: nodes.Node) -> None:
        """A statement; expressions in it are typed, which is what finds faults."""
        match node:
            case nodes.For():
                inner = element(self.type(node.iter))
                with self.scope(self.bound(node.target, inner)):
                    if node.test is not None:
                        self.type(node.test)
                    self.all(node.body)
                self.all(node.else_)
            case nodes.If():
                if not self.dead(node.test):
                    self.type(node.test)
                    self.all(node.body)
                if not self.sure(node.test):
                    for branch in node.elif_:
                        self.visit(branch)
                        if self.sure(branch.test):
                            break
                    else:
                        self.all(node.else_)
            case nodes.Assign():
                self.names[-1].update(self.bound(node.target, self.type(node.node)))
            case nodes.Include(template=nodes.Const(value=str() as name)):
                self.check(name)
            case nodes.Import():
                if isinstance(node.template, nodes.Const):
                    self.modules[node.target] = str(node.template.value)
            case nodes.Macro():
                self.macros[node.name] = (self.template, node)
            case _:
                for child in node.iter_child_nodes():
                    if isinstance(child, nodes.Expr):
                        self.type(child)
                    else:
                        self.visit(child)

    def all(self, body: Sequence[nodes.Node]) -> None:
        for node in body:
            self.visit(node)

    def bound(self, target: nodes.Node, kind: Any) -> dict[str, Any]:
        if isinstance(target, nodes.Name):
            return {target.name: kind}
        if isinstance(target, nodes.Tuple):
            inner = get_args(kind) if get_origin(kind) is tuple else ()
            parts = list(inner) if len(inner) == len(target.items) else [UNKNOWN] * len(target.items)
            return {
                n: k for item, part in zip(target.items, parts, strict=True) for n, k in self.bound(item, part).items()
            }
        return {}

    def dead(self, test: nodes.Node) -> bool:
        """Whether a branch is for data with a field that this type does not have (`x.y is defined`)."""
        match test:
            case nodes.Test(name="defined", node=nodes.Getattr() as asked):
                kind = plain(self.type(asked.node))
                return has_fields(kind) and asked.attr not in members(kind)
            case nodes.And():
                return self.dead(test.left) or self.dead(test.right)
        return False

    def sure(self, test: nodes.Node) -> bool:
        """Whether a branch is for data with a field that this type always has, so that what follows is for others."""
        match test:
            case nodes.Test(name="defined", node=nodes.Getattr() as asked):
                return asked.attr in always(plain(self.type(asked.node)))
        return False

    # ---- expressions ------------------------------------------------------------------------------------------------

    def type(self, node: nodes.Node) -> Any:
        match node:
            case nodes.Name():
                return next((scope[node.name] for scope in reversed(self.names) if node.name in scope), UNKNOWN)
            case nodes.Getattr():
                return self.field(node, node.attr)
            case nodes.Getitem(arg=nodes.Const(value=str() as name)):
                return self.field(node, name)
            case nodes.Getitem():
                self.type(node.arg)
                kind = plain(self.type(node.node))
                found = value(kind)
                return (
                    found if found is not UNKNOWN else UNKNOWN if isinstance(node.arg, nodes.Slice) else element(kind)
                )
            case nodes.Filter():
                return self.filtered(node)
            case nodes.Call():
                return self.called(node)
            case nodes.CondExpr():
                if self.dead(node.test):
                    return self.type(node.expr2) if node.expr2 else UNKNOWN
                if self.sure(node.test):
                    return self.type(node.expr1)
                self.type(node.test)
                first, second = self.type(node.expr1), self.type(node.expr2) if node.expr2 else UNKNOWN
                return first if first is not UNKNOWN else second
            case nodes.And() if self.dead(node):
                return UNKNOWN
            case nodes.Test(name="defined"):
                return bool
            case nodes.Or():
                first, second = self.type(node.left), self.type(node.right)
                return first if first is not UNKNOWN else second
        for child in node.iter_child_nodes():
            self.type(child)
        return UNKNOWN

    def field(self, node: nodes.Getattr | nodes.Getitem, name: str) -> Any:
        kind = plain(self.type(node.node))
        if has_fields(kind):
            self.reached += 1
            known = members(kind)
            return known[name] if name in known else self.fault(node, kind, name)
        found = value(kind)
        if found is not UNKNOWN and name not in ("get", "items", "values", "keys"):
            return found
        return UNKNOWN

    def fault(self, node: nodes.Node, kind: Any, name: str) -> Any:
        self.faults.append(Fault(self.template, node.lineno, kind.__name__, name))
        return UNKNOWN

    def filtered(self, node: nodes.Filter) -> Any:
        if node.name == "default" and isinstance(node.node, nodes.Getattr):
            kind = plain(self.type(node.node.node))
            if members(kind) and node.node.attr not in members(kind):
                return UNKNOWN
        kind = self.type(node.node) if node.node is not None else UNKNOWN
        for given in (*node.args, *(one.value for one in node.kwargs)):
            self.type(given)
        first = node.args[0].value if node.args and isinstance(node.args[0], nodes.Const) else None
        by = next(
            (k.value.value for k in node.kwargs if k.key == "attribute" and isinstance(k.value, nodes.Const)), None
        )
        row = plain(element(kind))
        if node.name in OF_ROWS and isinstance(first, str):
            self.reach(node, row, first)
        if node.name in SAME:
            return kind
        if node.name == "dictsort":
            return pairs(element(kind), value(kind))
        if node.name == "groupby":
            group = self.reach(node, row, first) if isinstance(first, str) else UNKNOWN
            return pairs(group, kind)
        if node.name in ("first", "last", "min", "max"):
            return row
        if node.name == "map" and by is not None:
            return types.GenericAlias(tuple, (self.reach(node, row, by), ...))
        return UNKNOWN

    def reach(self, node: nodes.Node, row: Any, name: object) -> Any:
        """A field that a filter takes of each row."""
        if isinstance(name, int):
            inner = get_args(row) if get_origin(row) is tuple else ()
            return inner[name] if name < len(inner) else UNKNOWN
        known = members(row)
        if not known:
            return UNKNOWN
        self.reached += 1
        return known[name] if name in known else self.fault(node, row, str(name))

    def called(self, node: nodes.Call) -> Any:
        given = [self.type(one) for one in node.args]
        for more in node.kwargs:
            self.type(more.value)
        called = node.node
        if isinstance(called, nodes.Name) and called.name in self.macros:
            self.macro(*self.macros[called.name], given)
        elif (
            isinstance(called, nodes.Getattr)
            and isinstance(called.node, nodes.Name)
            and called.node.name in self.modules
        ):
            self.imported(self.modules[called.node.name], called.attr, given)
        elif isinstance(called, nodes.Getattr):
            self.type(called.node)
        return UNKNOWN

    def imported(self, template: str, name: str, given: list[Any]) -> None:
        body = self.parsed(template).body
        found = {node.name: (template, node) for node in body if isinstance(node, nodes.Macro)}
        before, self.macros = self.macros, found
        if name in found:
            self.macro(*found[name], given)
        self.macros = before

    def macro(self, template: str, node: nodes.Macro, given: list[Any]) -> None:
        mark = (template, node.name, tuple(map(str, given)))
        if mark in self.open or all(kind is UNKNOWN for kind in given):
            return
        self.open.add(mark)
        before, self.template = self.template, template
        names = dict(zip((arg.name for arg in node.args), given, strict=False))
        with self.scope({**{arg.name: UNKNOWN for arg in node.args}, **names}):
            self.all(node.body)
        self.template = before
