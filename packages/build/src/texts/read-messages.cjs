'use strict';
// The messages of a file: what a person reads as one text, with a name for everything that is put into it. `{count}` is a value, `<1>` an
// element inside of the text. A message keeps where it and its values are written, so that a translation can take its place.
const ts = require('typescript');
const { calledName, drawsScreens, hasLetter, isShownLiteral, isShownTemplate, slotOf } = require('./shown-rules.cjs');

const entities = {
  nbsp: '\u00A0',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  middot: '·',
};
const decode = (text) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name ? (entities[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );

/** What JSX makes of written text: lines lose their indent, and come together with a space. */
function textOfJsx(raw) {
  const lines = raw.split(/\r?\n/);
  return decode(
    lines
      .map((line, index) => {
        const begun = index === 0 ? line : line.trimStart();
        return index === lines.length - 1 ? begun : begun.trimEnd();
      })
      .filter((line) => line !== '')
      .join(' '),
  );
}

/** A name for a value that tells a translator what it is: `{email}` for `mailbox.email`, `{1}` for what has none. */
function nameOfValue(expression) {
  let node = expression;
  for (;;) {
    if (ts.isIdentifier(node)) return node.text;
    if (ts.isPropertyAccessExpression(node)) return node.name.text;
    if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      node = node.expression;
    else if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^to\w+$/.test(node.expression.name.text)
    )
      node = node.expression.expression;
    else if (ts.isCallExpression(node) && node.arguments.length === 1) [node] = node.arguments;
    else return null;
  }
}

/** Gives each value of a message a name of its own. */
function namer() {
  const taken = new Set();
  let numbers = 0;
  return (expression) => {
    const wished = nameOfValue(expression) ?? String(++numbers);
    let name = wished;
    for (let more = 2; taken.has(name); more++) name = `${wished}${more}`;
    taken.add(name);
    return name;
  };
}

const escapeText = (text) => text.replaceAll('\\', '\\\\').replaceAll(/[{}<]/g, '\\$&');

/** The text under which a message stands in the catalogue. */
const keyOf = (parts) =>
  parts
    .map((part) => {
      if (part.text !== undefined) return escapeText(part.text);
      if (part.value) return `{${part.value}}`;
      return part.parts ? `<${part.element}>${keyOf(part.parts)}</${part.element}>` : `<${part.element}/>`;
    })
    .join('');

const range = (node) => ({ start: node.getStart(), end: node.end });
const isPlain = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
const isElement = (node) => ts.isJsxElement(node) || ts.isJsxFragment(node);
const openingOf = (node) => (ts.isJsxElement(node) ? node.openingElement : node.openingFragment);
const closingOf = (node) => (ts.isJsxElement(node) ? node.closingElement : node.closingFragment);
const textOfChild = (child) => {
  if (ts.isJsxText(child)) return textOfJsx(child.text);
  return ts.isJsxExpression(child) && child.expression && isPlain(child.expression) ? child.expression.text : null;
};
/** An element that only sets values off: `<b>{name}</b>`. */
const isAroundValues = (element) =>
  element.children.some(ts.isJsxExpression) &&
  element.children.every((child) => ts.isJsxExpression(child) || ts.isJsxText(child));
const saysSomething = (element) => element.children.some((child) => hasLetter(textOfChild(child) ?? ''));

/** The parts of what an element says. */
function partsOfChildren(element, name, count) {
  const parts = [];
  for (const child of element.children) {
    const text = textOfChild(child);
    if (text !== null) {
      if (text === '') continue;
      const last = parts.at(-1);
      if (last?.text !== undefined) last.text += text;
      else parts.push({ text });
    } else if (ts.isJsxExpression(child)) {
      if (child.expression) parts.push({ value: name(child.expression), ...range(child) });
    } else if (isElement(child) && (saysSomething(child) || isAroundValues(child))) {
      const number = count();
      parts.push({
        element: number,
        opening: range(openingOf(child)),
        closing: range(closingOf(child)),
        parts: partsOfChildren(child, name, count),
      });
    } else parts.push({ element: count(), ...range(child) });
  }
  return parts;
}

function childrenMessage(element) {
  let elements = 0;
  const parts = partsOfChildren(element, namer(), () => ++elements);
  return {
    kind: 'children',
    start: openingOf(element).end,
    end: closingOf(element).getStart(),
    parts,
    key: keyOf(parts),
  };
}

function templateMessage(template) {
  const name = namer();
  const parts = template.head.text === '' ? [] : [{ text: template.head.text }];
  for (const { expression, literal } of template.templateSpans) {
    parts.push({ value: name(expression), ...range(expression) });
    if (literal.text !== '') parts.push({ text: literal.text });
  }
  return { kind: 'template', ...range(template), parts, key: keyOf(parts) };
}

/** `counted(count, 'lead', 'leads')`: a message with a form for each kind of number that a language tells apart. */
function pluralMessage(call) {
  const [count, one, many] = call.arguments;
  const name = namer()(count);
  const forms = {
    one: `{${name}} ${escapeText(one.text)}`,
    other: `{${name}} ${escapeText(many ? many.text : `${one.text}s`)}`,
  };
  return {
    kind: 'plural',
    ...range(call),
    value: name,
    count: range(count),
    forms,
    key: `${forms.one} | ${forms.other}`,
  };
}
const isPlural = (node) =>
  ts.isCallExpression(node) &&
  calledName(node.expression) === 'counted' &&
  node.arguments.length > 1 &&
  node.arguments.slice(1).every(isPlain);

/** The way in which figures and dates are written belongs to the language too: `value.toLocaleString('en-US')`. */
const isLocale = (node) =>
  isPlain(node) &&
  /^en(?:-US|-GB)?$/.test(node.text) &&
  (ts.isCallExpression(node.parent) ||
    ts.isNewExpression(node.parent) ||
    (ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'locale'));

/** The code of an error whose message a text is: `new SkeinError('CONFLICT', '…')`, or an entry of the table of codes. */
function codeOf(node) {
  const { slot, inner } = slotOf(node);
  if (ts.isNewExpression(slot) && /Error$/.test(calledName(slot.expression))) {
    const [code] = slot.arguments ?? [];
    return code && code !== inner && ts.isStringLiteral(code) && /^[A-Z_]+$/.test(code.text) ? code.text : null;
  }
  if (!ts.isPropertyAssignment(slot) || slot.name.getText() !== 'message') return null;
  const entry = slot.parent.parent;
  return ts.isPropertyAssignment(entry) && /^[A-Z_]{3,}$/.test(entry.name.getText()) ? entry.name.getText() : null;
}

/**
 * Every message of a file, in the order in which they begin; those within a value of another one too.
 * @param path where it lies, from the root
 * @param source what it says
 */
function messagesOf(path, source) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const messages = [];
  const isPart = new Set();
  const visitElement = (element) => {
    if (saysSomething(element) && !isPart.has(element)) messages.push(childrenMessage(element));
    const isInMessage = isPart.has(element) || saysSomething(element);
    for (const child of element.children) {
      if (isInMessage && isElement(child) && (saysSomething(child) || isAroundValues(child))) isPart.add(child);
      // It is a part of the message already.
      if (isInMessage && ts.isJsxExpression(child) && child.expression && isPlain(child.expression)) continue;
      visit(child);
    }
    visit(openingOf(element));
  };
  const visit = (node) => {
    if (isElement(node)) return visitElement(node);
    if (isPlural(node)) {
      messages.push(pluralMessage(node));
      return visit(node.arguments[0]);
    }
    if (isPlain(node)) {
      if (isLocale(node) && drawsScreens(path)) messages.push({ kind: 'locale', ...range(node), key: '' });
      else if (isShownLiteral(node))
        messages.push({
          kind: ts.isJsxAttribute(node.parent) ? 'attribute' : 'string',
          ...range(node),
          parts: [{ text: node.text }],
          key: keyOf([{ text: node.text }]),
          code: codeOf(node),
        });
      return undefined;
    }
    if (ts.isTemplateExpression(node) && isShownTemplate(node))
      messages.push({ ...templateMessage(node), code: codeOf(node) });
    return ts.forEachChild(node, visit);
  };
  visit(file);
  return messages.sort((one, other) => one.start - other.start || other.end - one.end);
}

module.exports = { messagesOf, escapeText };
