// Read from the sources: the contract of a route, the file that mounts it, the operations that its handler calls, and
// the tables they write.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { loadContracts, root } from '../load-contracts.mjs';
import { namesIn, namespaceMembers, nodesOf, read, resolve, ts } from './source.mjs';

const contractFolder = join(root, 'packages/contracts/src');
const services = join(root, 'backend/src');

/**
 * Every `{ method, path, name, summary, aliases, contract, routes, operations: [{ file, name }] }`; files
 * from the root, null where there is none.
 */
export async function findRoutes() {
  const files = filesIn(contractFolder, '.contract.ts');
  const modules = await loadContracts(
    Object.fromEntries(files.map((file, index) => [`c${index}`, `./${relative(contractFolder, file).slice(0, -3)}`])),
  );
  const places = new Map();
  for (const [index, file] of files.entries())
    for (const [name, value] of Object.entries(modules[`c${index}`]))
      if (value?.endpoints && !places.has(value)) places.set(value, { name, file });
  const mounts = mountedContracts();
  return modules.all.allEndpoints().map(({ contract, name, endpoint }) => {
    const place = places.get(contract);
    const mount = place ? mounts.get(place.name) : mounts.get('healthContract');
    const handler = mount && findHandler(mount, name);
    const operations = handler ? findOperations(handler) : [];
    const path = (file) => (file ? relative(root, file) : null);
    return {
      method: endpoint.method,
      path: endpoint.path,
      name,
      summary: endpoint.summary,
      aliases: endpoint.aliases ?? [],
      contract: path(place?.file ?? join(contractFolder, 'health.ts')),
      routes: path(mount?.file),
      operations: operations.map(({ file, name: called }) => ({ file: path(file), name: called })),
    };
  });
}

/**
 * Every `{ method, path, access, tables }` of a changing route: the tables that something on its way writes. What
 * another service or a job writes is not on its way.
 */
export async function findWrittenTables() {
  const files = filesIn(contractFolder, '.contract.ts');
  const modules = await loadContracts(
    Object.fromEntries(files.map((file, index) => [`c${index}`, `./${relative(contractFolder, file).slice(0, -3)}`])),
  );
  const places = new Map();
  for (const index of files.keys())
    for (const [name, value] of Object.entries(modules[`c${index}`]))
      if (value?.endpoints && !places.has(value)) places.set(value, name);
  const mounts = mountedContracts();
  return modules.all
    .allEndpoints()
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ contract, name, endpoint }) => {
      const mount = mounts.get(places.get(contract));
      const handler = mount && findHandler(mount, name);
      const tables = new Set(handler ? tablesOf({ ...handler, name }) : []);
      return { method: endpoint.method, path: endpoint.path, access: endpoint.access, tables: [...tables].sort() };
    });
}

/** The tables that an operation, or what it calls, inserts into, updates or deletes from; of Prisma its models' names. */
function tablesOf(operation) {
  const tables = new Set();
  const seen = new Set();
  let level = [operation];
  for (let depth = 0; depth < 7 && level.length > 0; depth += 1) {
    const next = [];
    for (const target of level) {
      const key = `${target.file}:${target.name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const table of writtenIn(target.node)) tables.add(table);
      next.push(...storeMethods(target));
      const called = [...namesIn(target.node).map((name) => resolve(target.file, name)), ...namespaceMembers(target)];
      for (const inner of called)
        if (inner && (isFunction(inner.node) || isText(inner.node)) && !isFrame(inner.file)) next.push(inner);
    }
    level = next;
  }
  return [...tables];
}

const writtenTable = /\b(?:insert into|update|delete from|merge into)\s+"?([a-z_]+)"?/gi;

function* writtenIn(node) {
  for (const one of nodesOf(node)) {
    const texts = ts.isStringLiteralLike(one)
      ? [one.text]
      : ts.isTemplateExpression(one)
        ? [one.head.text, ...one.templateSpans.map((span) => span.literal.text)]
        : [];
    for (const text of texts) {
      for (const [, table] of text.matchAll(writtenTable)) yield table;
      if (text.includes('write_audit_entry(')) yield 'write_audit_entry';
      if (text.includes('write_warmup_settings(')) yield 'mailbox';
    }
    if (
      ts.isPropertyAccessExpression(one) &&
      /^(?:create|update|delete|upsert)(?:Many)?$/.test(one.name.text) &&
      ts.isPropertyAccessExpression(one.expression)
    )
      yield one.expression.name.text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

export function filesIn(folder, ending) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !/node_modules|\/dist\/|\.test\.tsx?$/.test(file))
    .sort();
}

/** By the contract's name: the file that mounts it and the expression with its handlers. */
function mountedContracts() {
  const mounts = new Map();
  for (const file of filesIn(services, 'outes.ts'))
    for (const node of nodesOf(read(file).tree)) {
      if (!ts.isCallExpression(node) || !ts.isCallExpression(node.expression)) continue;
      const [contract] = node.expression.arguments;
      const name = contract && (ts.isIdentifier(contract) ? contract.text : namesIn(contract)[0]);
      const handlers = node.arguments[1];
      if (name?.endsWith('Contract') && handlers && /outes$/.test(namesIn(node.expression.expression)[0] ?? ''))
        mounts.set(name, { file, handlers });
    }
  return mounts;
}

/** The property of that name, in the handlers or in what is spread into them. */
function findHandler({ file, handlers }, name, depth = 0) {
  for (const node of nodesOf(handlers)) {
    const isProperty =
      ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isShorthandPropertyAssignment(node);
    if (isProperty && node.name.text === name) return { file, node };
  }
  if (depth > 3) return null;
  for (const used of namesIn(handlers)) {
    const target = resolve(file, used);
    const found = target && findHandler({ file: target.file, handlers: target.node }, name, depth + 1);
    if (found) return found;
  }
  return null;
}

const isPlatform = (file) => file.includes('/platform/') || file.includes('/packages/');
const isStore = (file) => file.endsWith('.store.ts');

/** What the handler calls that is neither the frame nor a store, in its order; stores, where it calls nothing else. */
function findOperations({ file, node }) {
  const used = ts.isShorthandPropertyAssignment(node) ? [node.name.text] : namesIn(node);
  const targets = used.map((name) => resolve(file, name)).filter((target) => target && isFunction(target.node));
  const outside = targets.filter((target) => !isPlatform(target.file));
  const groups = [
    outside.filter((target) => target.file !== file && !isStore(target.file)),
    outside.filter((target) => isStore(target.file)),
    outside,
    targets,
  ];
  return groups.find((group) => group.length > 0) ?? [];
}

function isFunction(node) {
  if (ts.isFunctionDeclaration(node)) return true;
  const value = ts.isVariableDeclaration(node) ? node.initializer : undefined;
  return (
    value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isCallExpression(value))
  );
}

/** `deps.store.remove(...)`: the method of a store of the same folder that is made once and handed on. */
function storeMethods({ file, node }) {
  const found = [];
  for (const one of nodesOf(node)) {
    if (!ts.isPropertyAccessExpression(one) || !ts.isPropertyAccessExpression(one.expression)) continue;
    if (one.expression.name.text !== 'store') continue;
    for (const store of filesIn(dirname(file), '.store.ts'))
      for (const part of nodesOf(read(store).tree))
        if ((ts.isMethodDeclaration(part) || ts.isPropertyAssignment(part)) && part.name.text === one.name.text)
          found.push({ file: store, name: one.name.text, node: part });
  }
  return found;
}

const isText = (node) => ts.isVariableDeclaration(node) && holdsSql(node);
const isFrame = (file) => /\/packages\/|\/platform\/(?:http|log|env|clock|testing|crypto)\//.test(file);
const sql = /^\s*(?:select|insert into|update|delete from|with|copy|merge into|truncate|lock)\b/i;

function holdsSql(node) {
  for (const one of nodesOf(node)) {
    const text = ts.isStringLiteralLike(one) ? one.text : ts.isTemplateExpression(one) ? one.head.text : null;
    if (text !== null && sql.test(text)) return true;
    if (
      ts.isCallExpression(one) &&
      ts.isPropertyAccessExpression(one.expression) &&
      /^(?:findMany|findFirst|findUnique|create|createMany|update|updateMany|delete|deleteMany|upsert|count|groupBy|aggregate)(?:OrThrow)?$/.test(
        one.expression.name.text,
      ) &&
      ts.isPropertyAccessExpression(one.expression.expression)
    )
      return true;
  }
  return false;
}
