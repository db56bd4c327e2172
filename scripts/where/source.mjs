// Follows names through TypeScript sources: from a use to the file that declares it, through imports and doors.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { root } from '../load-contracts.mjs';

const { shortPathsOf } = createRequire(import.meta.url)('../../packages/build/jest/import-graph.cjs');

const parsed = new Map();

/** `{ file, tree, declared, imported, reexported, stars }`, or null where there is no such file. */
export function read(file) {
  if (!parsed.has(file)) parsed.set(file, statSync(file, { throwIfNoEntry: false })?.isFile() ? parse(file) : null);
  return parsed.get(file);
}

function parse(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
  const source = {
    file,
    tree,
    declared: new Map(),
    imported: new Map(),
    namespaces: new Map(),
    reexported: new Map(),
    stars: [],
  };
  for (const statement of tree.statements) {
    if (ts.isImportDeclaration(statement)) readImport(source, statement);
    else if (ts.isExportDeclaration(statement)) readExport(source, statement);
    else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name)) source.declared.set(one.name.text, one);
    } else if (statement.name) source.declared.set(statement.name.text, statement);
  }
  return source;
}

function readImport(source, { importClause, moduleSpecifier }) {
  const named = importClause?.namedBindings;
  if (named && ts.isNamespaceImport(named)) source.namespaces.set(named.name.text, moduleSpecifier.text);
  if (!named || importClause.isTypeOnly || !ts.isNamedImports(named)) return;
  for (const one of named.elements)
    if (!one.isTypeOnly)
      source.imported.set(one.name.text, { name: (one.propertyName ?? one.name).text, from: moduleSpecifier.text });
}

function readExport(source, { exportClause, moduleSpecifier }) {
  if (!moduleSpecifier) return;
  if (!exportClause) source.stars.push(moduleSpecifier.text);
  else if (ts.isNamedExports(exportClause))
    for (const one of exportClause.elements)
      source.reexported.set(one.name.text, { name: (one.propertyName ?? one.name).text, from: moduleSpecifier.text });
}

const short = Object.entries(shortPathsOf(root));

/** `#platform/db/database`: what the backend's package.json calls its rooms. */
function followShort(specifier) {
  const [room, folder] = short.find(([start]) => specifier.startsWith(start)) ?? [];
  return folder ? join(root, 'backend', folder, specifier.slice(room.length)) : null;
}

/** The file that a specifier names; null for packages outside of this repository. */
export function fileOf(from, specifier) {
  const base = specifier.startsWith('.')
    ? join(dirname(from), specifier)
    : specifier.startsWith('@skein/')
      ? join(root, 'packages', specifier.slice(7).replace('/', '/src/'))
      : followShort(specifier);
  if (base === null) return null;
  return [`${base}.ts`, `${base}.tsx`, join(base, 'index.ts'), base].find((path) => read(path)) ?? null;
}

/** What a name means in a file: `{ file, node }` of its declaration, or null. */
export function resolve(file, name, depth = 0) {
  const source = depth < 12 ? read(file) : null;
  if (!source) return null;
  if (source.declared.has(name)) return { file, name, node: source.declared.get(name) };
  const link = source.imported.get(name) ?? source.reexported.get(name);
  if (link) {
    const target = fileOf(file, link.from);
    return target && resolve(target, link.name, depth + 1);
  }
  for (const star of source.stars) {
    const target = fileOf(file, star);
    const found = target && resolve(target, name, depth + 1);
    if (found) return found;
  }
  return null;
}

/** The names that code uses, in their order, without those of properties. */
export function namesIn(node) {
  const names = new Set();
  const visit = (one) => {
    if (ts.isTypeNode(one)) return;
    if (ts.isIdentifier(one)) names.add(one.text);
    else if (ts.isPropertyAccessExpression(one)) visit(one.expression);
    else if (ts.isPropertyAssignment(one)) visit(one.initializer);
    else ts.forEachChild(one, visit);
  };
  visit(node);
  return [...names];
}

/** What code calls by a namespace, `store.findServers`: the declarations. */
export function namespaceMembers({ file, node }) {
  const source = read(file);
  const found = [];
  for (const one of nodesOf(node)) {
    if (!ts.isPropertyAccessExpression(one) || !ts.isIdentifier(one.expression)) continue;
    const from = source?.namespaces.get(one.expression.text);
    const target = from && fileOf(file, from);
    const member = target && resolve(target, one.name.text);
    if (member) found.push(member);
  }
  return found;
}

/** Every node of a tree. */
export function* nodesOf(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

export { ts };
