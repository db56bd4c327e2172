// The texts of the product as people read them: JSX text and string literals of the code, found in its syntax tree; string literals
// of the database's functions; the lines of the university.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');

const root = join(__dirname, '..', '..');
const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));
/**
 * Where texts for people are written, with the endings of the files: screens, contracts' messages, errors, emails, PDFs, notices, lessons.
 */
const places = [
  ...remotes.map((name) => [`${name}/src`, /\.tsx?$/]),
  ['shell/src', /\.tsx?$/],
  ['packages/ui/src', /\.tsx?$/],
  ['packages/mfe/src', /\.tsx?$/],
  ['packages/contracts/src', /\.tsx?$/],
  ['packages/template/src', /\.tsx?$/],
  ['packages/n8n-nodes-skein/nodes', /\.ts$/],
  ['packages/n8n-nodes-skein/credentials', /\.ts$/],
  ['backend/src', /\.tsx?$/],
  ['backend/prisma/functions', /\.sql$/],
  ['content/university', /\.(?:md|yml|vtt)$/],
];
/** Tools of developers, made-up data, emails of other people, and what is read by machines only. */
const isLeftOut = (path) =>
  /\.test\.|\/(?:testing|faults|gallery|generated)\/|testing\.tsx?$|\.d\.ts$|sandbox\/|engine\/inbox-sync\/|outside-texts|every-route-fixtures|warmup-texts|make-prompt|sort-prompt|draft-prompt|ask-why|relay-setup|test-support|university\/README/.test(
    path,
  );

function filesIn(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path, ending);
    return ending.test(entry.name) && !isLeftOut(path) ? [path] : [];
  });
}

/** Every file that a text can come from, with its content. */
const textFiles = () =>
  places
    .flatMap(([folder, ending]) => filesIn(folder, ending))
    .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') }));

/** A file without the comments that begin a line: parsing it is worth it only where this holds a phrase. */
const withoutComments = (content) => content.replace(/^[ \t]*(?:\{?\/\*[\s\S]*?\*\/|(?:\/\/|--).*$)/gm, ' ');

/** A statement for the database, not a text for people. */
const isSql = (text) => /\b(?:select|insert into|update|delete from|where|from)\b/.test(text) && /\$\d|::\w/.test(text);
const isProse = (text) => /[A-Za-z]{2}\s{1,99}[A-Za-z]/.test(text);
const labels = new Set(['label', 'title', 'confirmLabel', 'aria-label', 'detail']);
/** The name of a column, a tab or a button: shown however short it is. */
const isLabel = ({ parent }) =>
  (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) && labels.has(parent.name.getText());

const attributesOfMachines = new Set(['className', 'style', 'href', 'd', 'id', 'key', 'name']);
const callsForMachines =
  /(?:^|\.)(?:log|debug|info|warn|error|fatal|trace|query|queryRaw|executeRaw|test|RangeError|TypeError)$/;
/** A node that no person reads: imports, keys, types, styles, what is logged. */
function isForMachines(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isJsxAttribute(parent) && attributesOfMachines.has(parent.name.getText())) return true;
  if (ts.isCallExpression(parent) && callsForMachines.test(parent.expression.getText())) return true;
  return ts.isNewExpression(parent) && /^(?:Error|RangeError|TypeError|RegExp)$/.test(parent.expression.getText());
}

/** What an element says as a whole, with … for what is put into it. */
const saidBy = (element) =>
  element.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return saidBy(child);
      return ts.isJsxExpression(child) && child.expression && ts.isStringLiteral(child.expression)
        ? child.expression.text
        : '…';
    })
    .join('');

function textsOfCode(path, content) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const add = (node, text) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if ((isProse(text) && !isSql(text)) || isLabel(node))
      found.push({ path, line, text: text.replace(/\s+/g, ' ').trim() });
  };
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node)) return ts.forEachChild(node.template, visit);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) add(node, saidBy(node));
    else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && !isForMachines(node))
      add(node, node.text);
    else if (ts.isTemplateExpression(node) && !isForMachines(node))
      add(node, [node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)].join(''));
    return ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every text of a file with its line. */
function textsOf({ path, content }) {
  if (/\.tsx?$/.test(path)) return textsOfCode(path, content);
  const lines = content.split('\n').map((text, index) => ({ path, line: index + 1, text: text.trim() }));
  if (!path.endsWith('.sql')) return lines;
  return lines.flatMap(({ line, text }) =>
    text.startsWith('--')
      ? []
      : [...text.matchAll(/'((?:[^']|'')+)'/g)]
          .filter(([, literal]) => isProse(literal))
          .map(([, literal]) => ({ path, line, text: literal })),
  );
}

module.exports = { textFiles, textsOf, withoutComments };
