// The texts of the product as people read them: JSX text and string literals that are prose, found in the code's syntax tree.
const { readdirSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const ts = require('typescript');

const root = join(__dirname, '..', '..');
/** Where texts for people are written: screens, contracts' messages, errors, emails, notices. */
const folders = [
  'shell/src',
  'packages/ui/src',
  'packages/mfe/src',
  'packages/contracts/src',
  'packages/template/src',
  'backend/src',
];
/** Tools of developers, made-up data, and what is read by machines only. */
const isLeftOut = (path) =>
  /\.test\.|\/(?:testing|faults|gallery|generated)\/|\.d\.ts$|sandbox\/demo\/story|sandbox\/prospects|engine\/inbox-sync\/|outside-texts|every-route-fixtures|warmup-texts|make-prompt|sort-prompt|ask-why|relay-setup|sandbox\//.test(
    path,
  );

function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !isLeftOut(path) ? [path] : [];
  });
}

const sql =
  /\b(?:select|insert into|update|delete from|from|where|join|order by|returning|exists|coalesce|on conflict)\b[\s\S]*(?:\$\d|=|\n|\()/;
/** Whether a literal is prose: two words or more with letters, and neither SQL nor CSS nor an address. */
const isProse = (text) =>
  /[A-Za-z]{2}\s{1,99}[A-Za-z]/.test(text) &&
  !(sql.test(text) && /\b(?:select|where|from|set|join)\b/.test(text)) &&
  !/^\s*(?:\.|\/|&|@media|grid|repeat|minmax|[\w-]+:\s)/.test(text);

/** A node that no person reads: imports, keys, types, styles, what is logged. */
function isForMachines(node) {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (
    ts.isJsxAttribute(parent) &&
    ['className', 'style', 'href', 'd', 'id', 'key', 'name'].includes(parent.name.getText())
  )
    return true;
  if (
    ts.isCallExpression(parent) &&
    /(?:^|\.)(?:log|debug|info|warn|error|fatal|trace|query|queryRaw|executeRaw|test|RangeError|TypeError)$/.test(
      parent.expression.getText(),
    )
  )
    return true;
  if (ts.isNewExpression(parent) && /^(?:Error|RangeError|TypeError|RegExp)$/.test(parent.expression.getText()))
    return true;
  if (
    ts.isPropertyAssignment(parent) &&
    ['summary', 'sql', 'description'].includes(parent.name.getText()) &&
    /contract|store/.test(node.getSourceFile().fileName)
  )
    return false;
  return false;
}

/** Every text with its file and line. */
function shownTexts() {
  const areas = readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => `${name}/src`);
  return [...areas, ...folders].flatMap(sources).flatMap((path) => {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(root, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
      path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const found = [];
    const add = (node, text) => {
      const words = text.replace(/\s+/g, ' ').trim();
      if (isProse(text))
        found.push({
          path: relative(root, join(root, path)),
          line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          text: words,
        });
    };
    const visit = (node) => {
      if (ts.isTaggedTemplateExpression(node)) return ts.forEachChild(node.template, visit);
      if (ts.isJsxText(node)) add(node, node.text);
      else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && !isForMachines(node))
        add(node, node.text);
      else if (ts.isTemplateExpression(node) && !isForMachines(node))
        add(node, [node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)].join(''));
      return ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

module.exports = { shownTexts };
