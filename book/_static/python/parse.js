/**
 * Python's grammar, as far as answers to exercises use it: from source to a tree.
 *
 * Nodes are named as in Python's own `ast`. Not here: async, match, type parameters, bytes and
 * complex numbers; they are named by a NotHere.
 */

import { NotHere, error } from "./values.js";

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);
const STRING = String.raw`[rRbBuUfF]{0,2}(?:"""(?:\\[^]|(?!""")[^\\])*"""|'''(?:\\[^]|(?!''')[^\\])*'''|"(?:\\[^]|[^\\"\n])*"|'(?:\\[^]|[^\\'\n])*')`;
const DIGITS = String.raw`\d+(?:_\d+)*`;
const NUMBER = String.raw`0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:${DIGITS}\.?(?:${DIGITS})?|\.${DIGITS})(?:[eE][+-]?${DIGITS})?[jJ]?`;
const OPERATOR = String.raw`\*\*=|//=|>>=|<<=|\.\.\.|!=|->|:=|==|<=|>=|\*\*|//|<<|>>|[-+*/%@&|^]=|[-+*/%@&|^~<>()[\]{},:.;=]`;
const KINDS = ["space", "string", "number", "name", "line", "operator"];
const TOKEN = new RegExp(
  String.raw`([ \t\f]+|\\\r?\n|#[^\n]*)|(${STRING})|(${NUMBER})|` +
    String.raw`([\p{L}_][\p{L}\p{N}_]*)|(\r?\n)|(${OPERATOR})`,
  "uy",
);
const CLOSES = { "(": ")", "[": "]", "{": "}" };

function wrong(message, line, name = "SyntaxError") {
  const raised = error(name, message);
  raised.line = line;
  return raised;
}

/** [{ kind, text, line }]: kinds name, keyword, number, string, operator, line, indent, dedent. */
function tokens(source) {
  const found = [];
  const indents = [0];
  const open = [];
  let at = 0;
  let line = 1;
  const add = (kind, text = "") => found.push({ kind, text, line, end: at });
  const text = source.endsWith("\n") ? source : `${source}\n`;
  while (at < text.length) {
    if (!open.length && (!found.length || found.at(-1).kind === "line")) {
      const blank = /(?:[ \t\f]*(?:#[^\n]*)?\r?\n)*/y;
      blank.lastIndex = at;
      line += blank.exec(text)[0].split("\n").length - 1;
      at = blank.lastIndex;
      if (at >= text.length) break;
      const width = /[ \t]*/y;
      width.lastIndex = at;
      const indent = width.exec(text)[0].replaceAll("\t", "        ").length;
      at = width.lastIndex;
      if (indent > indents.at(-1)) {
        indents.push(indent);
        add("indent");
      }
      while (indent < indents.at(-1)) {
        indents.pop();
        add("dedent");
      }
      if (indent !== indents.at(-1)) {
        const message = "unindent does not match any outer indentation level";
        throw wrong(message, line, "IndentationError");
      }
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) {
      const quote = /['"]/.test(text[at]);
      const message = quote
        ? `unterminated string literal (detected at line ${line})`
        : `invalid character or syntax at '${text[at]}'`;
      throw wrong(message, line);
    }
    const kind = KINDS[match.slice(1).findIndex((part) => part !== undefined)];
    const [value] = match;
    at = TOKEN.lastIndex;
    if (kind === "operator" && value in CLOSES) open.push({ text: value, line });
    if (kind === "operator" && Object.values(CLOSES).includes(value)) {
      if (CLOSES[open.pop()?.text] !== value) throw wrong(`unmatched '${value}'`, line);
    }
    if (kind === "line") {
      if (!open.length) add("line");
    } else if (kind !== "space") {
      add(kind === "name" && KEYWORDS.has(value) ? "keyword" : kind, value);
    }
    line += value.split("\n").length - 1;
  }
  if (open.length) throw wrong(`'${open.at(-1).text}' was never closed`, open.at(-1).line);
  while (indents.pop() > 0) add("dedent");
  add("end");
  return found;
}

const BINARY = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "//", "%", "@"]];
const COMPARED = new Set(["<", ">", "==", ">=", "<=", "!=", "in", "is", "not"]);
const ESCAPES = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"', "\n": "" };
Object.assign(ESCAPES, { a: "\x07", b: "\b", f: "\f", v: "\v" });

const unescaped = (text) =>
  text.replace(/\\(U[\da-fA-F]{8}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-7]{1,3}|[^])/g, (all, code) => {
    if (/^[0-7]/.test(code)) return String.fromCodePoint(parseInt(code, 8));
    if (code.length > 1) return String.fromCodePoint(parseInt(code.slice(1), 16));
    if ("NuUx".includes(code)) throw new NotHere(`the escape ${all}`);
    return ESCAPES[code] ?? all;
  });

class Parser {
  constructor(source) {
    this.tokens = tokens(source);
    this.at = 0;
    this.place = {};
  }

  get token() {
    return this.tokens[this.at];
  }

  node(t, parts) {
    return { t, line: this.token.line, ...parts };
  }

  is(...texts) {
    const { kind, text } = this.token;
    return (kind === "operator" || kind === "keyword") && texts.includes(text);
  }

  take(...texts) {
    return this.is(...texts) ? this.tokens[this.at++].text : null;
  }

  need(text) {
    if (!this.take(text)) this.fail(text === ":" ? "expected ':'" : "invalid syntax");
  }

  fail(message = "invalid syntax") {
    throw wrong(message, this.token.line);
  }

  name() {
    if (this.token.kind !== "name") this.fail();
    return this.tokens[this.at++].text;
  }

  // ----------------------------------------------------------------------------- statements

  module() {
    const body = [];
    while (this.token.kind !== "end") body.push(...this.statement());
    return body;
  }

  block(what, line) {
    this.need(":");
    if (this.token.kind !== "line") return this.simple();
    this.at++;
    if (this.token.kind !== "indent") {
      const message = `expected an indented block after ${what} on line ${line}`;
      throw wrong(message, this.token.line, "IndentationError");
    }
    this.at++;
    const body = [];
    while (this.token.kind !== "dedent" && this.token.kind !== "end")
      body.push(...this.statement());
    this.at++;
    return body;
  }

  statement() {
    const { kind, text, line } = this.token;
    if (kind === "indent") throw wrong("unexpected indent", line, "IndentationError");
    const compound = {
      if: () => this.conditional(),
      while: () => this.loop(),
      for: () => this.each(),
      def: () => this.define(),
      class: () => this.defineClass(),
      try: () => this.attempt(),
    };
    if (kind === "keyword" && (text === "async" || text === "with")) throw new NotHere(text);
    if (text === "@" && kind === "operator") throw new NotHere("a decorator");
    if (kind === "name" && text === "match") {
      const end = this.tokens.findIndex((token, i) => i > this.at && token.kind === "line");
      if (this.tokens[end - 1].text === ":") throw new NotHere("match");
    }
    if (kind === "keyword" && Object.hasOwn(compound, text)) {
      return [{ ...compound[text](), line }];
    }
    return this.simple();
  }

  simple() {
    const body = [];
    do {
      if (this.token.kind === "line") break;
      body.push(this.small());
    } while (this.take(";"));
    if (this.token.kind !== "line") this.fail();
    this.at++;
    return body;
  }

  small() {
    const { line } = this.token;
    const word = this.token.kind === "keyword" ? this.token.text : "";
    const forms = {
      pass: () => ({ t: "Pass" }),
      break: () => (this.place.loop ? { t: "Break" } : this.fail("'break' outside loop")),
      continue: () =>
        this.place.loop ? { t: "Continue" } : this.fail("'continue' not properly in loop"),
      return: () => {
        if (!this.place.function) this.fail("'return' outside function");
        return { t: "Return", value: this.ends() ? null : this.list() };
      },
      del: () => ({ t: "Delete", targets: this.commas(() => this.expression()) }),
      global: () => ({ t: "Global", names: this.commas(() => this.name()) }),
      nonlocal: () => ({ t: "Nonlocal", names: this.commas(() => this.name()) }),
      raise: () => this.raise(),
      assert: () => {
        const test = this.expression();
        return { t: "Assert", test, message: this.take(",") ? this.expression() : null };
      },
      import: () => ({ t: "Import", names: this.commas(() => this.alias(true)) }),
      from: () => this.importFrom(),
    };
    if (Object.hasOwn(forms, word)) {
      this.at++;
      return { ...forms[word](), line };
    }
    return { ...this.assignment(), line };
  }

  /** What `read` finds within a loop, a function or a class, which decide what may stand there. */
  within(what, read) {
    const before = this.place;
    this.place = what === "loop" ? { ...before, loop: true } : { [what]: true };
    const found = read();
    this.place = before;
    return found;
  }

  ends() {
    return this.token.kind === "line" || this.is(";");
  }

  raise() {
    const value = this.ends() ? null : this.expression();
    return { t: "Raise", value, cause: this.take("from") ? this.expression() : null };
  }

  alias(dotted) {
    let name = this.name();
    while (dotted && this.take(".")) name += `.${this.name()}`;
    return { name, as: this.take("as") ? this.name() : null };
  }

  importFrom() {
    let module = this.name();
    while (this.take(".")) module += `.${this.name()}`;
    this.need("import");
    if (this.take("*")) throw new NotHere("import *");
    const bracket = this.take("(");
    const names = this.commas(() => this.alias(false));
    if (bracket) this.need(")");
    return { t: "ImportFrom", module, names };
  }

  commas(read) {
    const found = [read()];
    while (this.take(",")) {
      if (this.ends() || this.is(")", "]", "}", "=")) break;
      found.push(read());
    }
    return found;
  }

  assignment() {
    const first = this.is("yield") ? this.yields() : this.list();
    const { kind, text } = this.token;
    if (kind === "operator" && text.length > 1 && /^([^=!<>:]+|<<|>>)=$/.test(text)) {
      this.at++;
      this.target(first);
      return { t: "AugAssign", target: first, op: text.slice(0, -1), value: this.list() };
    }
    if (this.take(":")) {
      this.expression();
      if (!this.is("=")) return { t: "Pass" };
    }
    const targets = [];
    let value = first;
    while (this.take("=")) {
      targets.push(this.target(value));
      value = this.is("yield") ? this.yields() : this.list();
    }
    return targets.length ? { t: "Assign", targets, value } : { t: "Expr", value };
  }

  target(node) {
    const kinds = ["Name", "Attribute", "Subscript", "Tuple", "List", "Starred"];
    if (!kinds.includes(node.t)) {
      const what = { Call: "function call", Constant: "literal" }[node.t] ?? "expression";
      const more = what === "literal" || what === "function call" ? " here" : "";
      this.fail(`cannot assign to ${what}${more}. Maybe you meant '==' instead of '='?`);
    }
    (node.items ?? []).forEach((item) => this.target(item));
    return node;
  }

  conditional() {
    const { line, text } = this.token;
    this.at++;
    const test = this.named();
    const body = this.block(`'${text}' statement`, line);
    if (this.is("elif")) return { t: "If", test, body, otherwise: [this.conditional()], line };
    return { t: "If", test, body, otherwise: this.otherwise(), line };
  }

  otherwise() {
    const { line } = this.token;
    return this.take("else") ? this.block("'else' statement", line) : [];
  }

  loop() {
    const { line } = this.token;
    this.at++;
    const test = this.named();
    const body = this.within("loop", () => this.block("'while' statement", line));
    return { t: "While", test, body, otherwise: this.otherwise() };
  }

  each() {
    const { line } = this.token;
    this.at++;
    const target = this.targets();
    this.need("in");
    const over = this.list();
    const body = this.within("loop", () => this.block("'for' statement", line));
    return { t: "For", target, over, body, otherwise: this.otherwise() };
  }

  /** The targets of a loop: no comparison, which would swallow its `in`. */
  targets() {
    const items = this.commas(() => (this.take("*") ? this.starred() : this.binary(0)));
    const single = items.length === 1 && this.tokens[this.at - 1].text !== ",";
    return this.target(single ? items[0] : this.node("Tuple", { items }));
  }

  starred(value = this.binary(0)) {
    return this.node("Starred", { value });
  }

  define() {
    const { line } = this.token;
    this.at++;
    const name = this.name();
    this.need("(");
    const parameters = this.parameters(")");
    this.need(")");
    if (this.take("->")) parameters.notes.push(this.expression());
    const body = this.within("function", () => this.block("function definition", line));
    return { t: "FunctionDef", name, parameters, body };
  }

  parameters(end) {
    const found = { names: [], defaults: {}, rest: null, keywords: null, only: [], positional: 0 };
    found.notes = []; // annotations
    let list = found.names;
    const note = () => {
      if (end === ")" && this.take(":")) found.notes.push(this.expression());
    };
    while (!this.is(end)) {
      if (this.take("*")) {
        list = found.only;
        if (!this.is(",")) found.rest = this.name();
        note();
      } else if (this.take("**")) {
        found.keywords = this.name();
        note();
      } else if (this.take("/")) {
        found.positional = list.length;
      } else {
        const name = this.name();
        if ([...found.names, ...found.only].includes(name))
          this.fail(`duplicate argument '${name}' in function definition`);
        list.push(name);
        note();
        if (this.take("=")) found.defaults[name] = this.expression();
        else if (list === found.names && Object.keys(found.defaults).length)
          this.fail("non-default argument follows default argument");
      }
      if (!this.take(",")) break;
    }
    return found;
  }

  defineClass() {
    const { line } = this.token;
    this.at++;
    const name = this.name();
    const bases = [];
    if (this.take("(")) {
      while (!this.is(")")) {
        bases.push(this.expression());
        if (this.is("=")) throw new NotHere("a keyword of a class");
        if (!this.take(",")) break;
      }
      this.need(")");
    }
    return {
      t: "ClassDef",
      name,
      bases,
      body: this.within("class", () => this.block("class definition", line)),
    };
  }

  attempt() {
    const { line } = this.token;
    this.at++;
    const node = { t: "Try", body: this.block("'try' statement", line), handlers: [] };
    while (this.is("except")) {
      const start = this.token.line;
      this.at++;
      if (this.is("*")) throw new NotHere("except*");
      const type = this.is(":") ? null : this.list();
      const name = this.take("as") ? this.name() : null;
      node.handlers.push({ type, name, body: this.block("'except' statement", start) });
    }
    node.otherwise = this.otherwise();
    const last = this.token.line;
    node.final = this.take("finally") ? this.block("'finally' statement", last) : [];
    if (!node.handlers.length && !node.final.length)
      this.fail("expected 'except' or 'finally' block");
    return node;
  }

  // ---------------------------------------------------------------------------- expressions

  yields() {
    this.need("yield");
    if (!this.place.function) this.fail("'yield' outside function");
    if (this.take("from")) return this.node("YieldFrom", { value: this.expression() });
    return this.node("Yield", { value: this.ends() || this.is(")") ? null : this.list() });
  }

  /** One expression, or a tuple without brackets. */
  list() {
    const { line } = this.token;
    const items = this.commas(() => this.item());
    const single = items.length === 1 && this.tokens[this.at - 1].text !== ",";
    return single ? items[0] : { t: "Tuple", items, line };
  }

  item() {
    return this.take("*") ? this.starred() : this.named();
  }

  named() {
    const value = this.expression();
    if (!this.take(":=")) return value;
    return this.node("NamedExpr", { target: value, value: this.expression() });
  }

  expression() {
    if (this.take("lambda")) {
      const parameters = this.parameters(":");
      this.need(":");
      const value = this.expression();
      return this.node("Lambda", { parameters, body: [this.node("Return", { value })] });
    }
    const value = this.or();
    if (!this.take("if")) return value;
    const test = this.or();
    this.need("else");
    return this.node("IfExp", { test, value, otherwise: this.expression() });
  }

  or() {
    return this.either("or", () => this.either("and", () => this.not()));
  }

  either(word, read) {
    const values = [read()];
    while (this.take(word)) values.push(read());
    return values.length > 1 ? this.node("BoolOp", { word, values }) : values[0];
  }

  not() {
    if (this.take("not")) return this.node("UnaryOp", { op: "not", value: this.not() });
    const left = this.binary(0);
    const [ops, values] = [[], [left]];
    while (COMPARED.has(this.token.text) && this.is(this.token.text)) {
      let op = this.take(this.token.text);
      if (op === "not") {
        this.need("in");
        op = "not in";
      } else if (op === "is" && this.take("not")) {
        op = "is not";
      }
      ops.push(op);
      values.push(this.binary(0));
    }
    return ops.length ? this.node("Compare", { ops, values }) : left;
  }

  binary(level) {
    if (level === BINARY.length) return this.unary();
    let left = this.binary(level + 1);
    while (this.is(...BINARY[level])) {
      const op = this.take(...BINARY[level]);
      left = this.node("BinOp", { op, left, right: this.binary(level + 1) });
    }
    return left;
  }

  unary() {
    const op = this.take("-", "+", "~");
    if (op) return this.node("UnaryOp", { op, value: this.unary() });
    const value = this.postfix(this.atom());
    if (!this.take("**")) return value;
    return this.node("BinOp", { op: "**", left: value, right: this.unary() });
  }

  postfix(start) {
    let value = start;
    for (;;) {
      if (this.take(".")) {
        const name = this.name();
        if (name.startsWith("__") && !name.endsWith("__")) throw new NotHere("a private name");
        value = this.node("Attribute", { value, name });
      } else if (this.take("(")) value = this.call(value);
      else if (this.take("[")) value = this.subscript(value);
      else return value;
    }
  }

  call(callee) {
    const { line } = this.token;
    const node = { t: "Call", callee, args: [], keywords: [], line };
    while (!this.is(")")) {
      const next = this.tokens[this.at + 1];
      if (this.take("**")) {
        node.keywords.push({ name: null, value: this.expression() });
      } else if (this.token.kind === "name" && next.text === "=" && next.kind === "operator") {
        const name = this.name();
        this.need("=");
        if (node.keywords.some((one) => one.name === name))
          this.fail(`keyword argument repeated: ${name}`);
        node.keywords.push({ name, value: this.expression() });
      } else {
        const value = this.take("*") ? this.starred(this.expression()) : this.named();
        if (node.keywords.length && value.t !== "Starred") {
          this.fail("positional argument follows keyword argument");
        }
        node.args.push(this.is("for") ? this.comprehension("GeneratorExp", { value }) : value);
      }
      if (!this.take(",")) break;
    }
    if (!this.is(")")) this.fail("invalid syntax. Perhaps you forgot a comma?");
    this.at++;
    return node;
  }

  subscript(value) {
    const items = this.commas(() => this.index());
    const single = items.length === 1 && this.tokens[this.at - 1].text !== ",";
    this.need("]");
    const index = single ? items[0] : this.node("Tuple", { items });
    return this.node("Subscript", { value, index });
  }

  index() {
    const part = () => (this.is(":", "]", ",") ? null : this.expression());
    const start = this.is("*") ? this.item() : this.is(":") ? null : this.named();
    if (!this.take(":")) return start;
    const stop = part();
    const step = this.take(":") ? part() : null;
    return this.node("Slice", { start, stop, step });
  }

  atom() {
    const { kind, text, line } = this.token;
    if (kind === "number") return this.number();
    if (kind === "string") return this.string();
    if (kind === "name") {
      this.at++;
      return { t: "Name", name: text, line };
    }
    const constants = { None: null, True: true, False: false };
    if (kind === "keyword" && Object.hasOwn(constants, text)) {
      this.at++;
      return { t: "Constant", value: constants[text], line };
    }
    if (this.take("...")) return { t: "Ellipsis", line };
    if (this.take("(")) return this.bracket("Tuple", ")");
    if (this.take("[")) return this.bracket("List", "]");
    if (this.take("{")) return this.braces();
    return this.fail();
  }

  number() {
    const { text, line } = this.token;
    this.at++;
    const digits = text.replaceAll("_", "");
    if (/[jJ]$/.test(digits)) throw new NotHere("a complex number");
    const whole = /^(\d+|0[xXbBoO].*)$/.test(digits);
    if (/^0\d*[1-9]/.test(digits) && whole) this.fail("leading zeros are not permitted");
    return { t: "Constant", value: whole ? BigInt(digits) : Number(digits), line };
  }

  /** Strings that stand beside each other are one. */
  string() {
    const { line } = this.token;
    const parts = [];
    while (this.token.kind === "string") {
      const [, prefix, quoted] = /^([a-zA-Z]*)([^]*)$/.exec(this.tokens[this.at++].text);
      const kind = prefix.toLowerCase();
      if (kind.includes("b")) throw new NotHere("bytes");
      const width = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
      const inner = quoted.slice(width, -width);
      const read = kind.includes("r") ? (piece) => piece : unescaped;
      if (kind.includes("f")) parts.push(...this.formatted(inner, read, line));
      else parts.push({ t: "Constant", value: read(inner) });
    }
    if (parts.every((part) => part.t === "Constant")) {
      return { t: "Constant", value: parts.map((part) => part.value).join(""), line };
    }
    return { t: "JoinedStr", parts, line };
  }

  formatted(text, read, line) {
    const parts = [];
    let plain = "";
    const flush = () => {
      if (plain) parts.push({ t: "Constant", value: read(plain) });
      plain = "";
    };
    for (let i = 0; i < text.length; i++) {
      const pair = text.slice(i, i + 2);
      if (pair === "{{" || pair === "}}") {
        plain += text[i++];
      } else if (text[i] === "}") {
        throw wrong("f-string: single '}' is not allowed", line);
      } else if (text[i] === "{") {
        flush();
        const end = closing(text, i);
        if (end < 0) throw wrong("f-string: expecting '}'", line);
        parts.push(this.field(text.slice(i + 1, end), read, line));
        i = end;
      } else {
        plain += text[i];
      }
    }
    flush();
    return parts;
  }

  field(text, read, line) {
    const cut = splitField(text);
    if (cut.code.includes("\\")) throw new NotHere("a backslash within braces");
    if (!cut.code.trim()) throw wrong("f-string: valid expression required before '}'", line);
    const inner = new Parser(`(${cut.code})`);
    inner.tokens.forEach((token) => (token.line = line));
    const spec = cut.spec === null ? [] : this.formatted(cut.spec, read, line);
    const node = {
      t: "FormattedValue",
      value: inner.list(),
      conversion: cut.conversion,
      spec,
      line,
    };
    if (!cut.shown) return node;
    const bare = cut.conversion || cut.spec !== null;
    const said = { ...node, conversion: bare ? cut.conversion : "r" };
    return { t: "JoinedStr", parts: [{ t: "Constant", value: cut.shown }, said], line };
  }

  bracket(t, end) {
    const { line } = this.token;
    if (this.take(end)) return { t, items: [], line };
    if (this.is("yield")) {
      const value = this.yields();
      this.need(end);
      return value;
    }
    const first = this.item();
    if (this.is("for")) {
      const kind = t === "List" ? "ListComp" : "GeneratorExp";
      const made = this.comprehension(kind, { value: first });
      this.need(end);
      return made;
    }
    const items = [first];
    while (this.take(",") && !this.is(end)) items.push(this.item());
    const tuple = items.length > 1 || this.tokens[this.at - 1].text === ",";
    if (!this.is(end)) this.fail("invalid syntax. Perhaps you forgot a comma?");
    this.at++;
    return t === "List" || tuple ? { t, items, line } : first;
  }

  braces() {
    const { line } = this.token;
    const pair = () => {
      if (this.take("**")) return { key: null, value: this.binary(0) };
      const key = this.item();
      return this.take(":") ? { key, value: this.expression() } : { value: key, lone: true };
    };
    if (this.take("}")) return { t: "Dict", pairs: [], line };
    const first = pair();
    if (this.is("for")) {
      const kind = first.lone ? "SetComp" : "DictComp";
      const made = this.comprehension(kind, first);
      this.need("}");
      return made;
    }
    const pairs = [first];
    while (this.take(",") && !this.is("}")) pairs.push(pair());
    this.need("}");
    if (!first.lone) return { t: "Dict", pairs, line };
    return { t: "Set", items: pairs.map(({ value }) => value), line };
  }

  comprehension(t, made) {
    const { line } = this.token;
    const loops = [];
    while (this.take("for")) {
      const target = this.targets();
      this.need("in");
      const over = this.or();
      const tests = [];
      while (this.take("if")) tests.push(this.or());
      loops.push({ target, over, tests });
    }
    return { t, ...made, loops, line };
  }
}

/** Where the brace that opens at `start` closes. */
function closing(text, start) {
  let depth = 0;
  let quote = "";
  for (let i = start; i < text.length; i++) {
    if (quote) {
      if (text[i] === quote) quote = "";
    } else if (/['"]/.test(text[i])) {
      quote = text[i];
    } else if (/[{[(]/.test(text[i])) {
      depth++;
    } else if (/[}\])]/.test(text[i]) && --depth === 0) {
      return i;
    }
  }
  return -1;
}

/** `value!r:>8` of a field: its code, whether `=` shows it, conversion and format. */
function splitField(text) {
  let depth = 0;
  let quote = "";
  let end = text.length;
  for (let i = 0; i < text.length; i++) {
    if (quote) {
      if (text[i] === quote) quote = "";
      continue;
    }
    if (/['"]/.test(text[i])) quote = text[i];
    else if (/[{[(]/.test(text[i])) depth++;
    else if (/[}\])]/.test(text[i])) depth--;
    else if (!depth && (text[i] === ":" || (text[i] === "!" && text[i + 1] !== "="))) {
      end = i;
      break;
    }
  }
  const rest = /^(?:!([rsa]))?(?::([^]*))?$/.exec(text.slice(end));
  if (!rest) throw new NotHere("such braces of an f-string");
  const inside = text.slice(0, end);
  const shown = /[^=!<>]=\s*$/.test(inside) ? inside : "";
  const code = shown ? inside.replace(/=\s*$/, "") : inside;
  return { code, shown, conversion: rest[1] ?? null, spec: rest[2] ?? null };
}

/** The statements of a source; throws a SyntaxError of Python with its `line`. */
export const parse = (source) => new Parser(source).module();
