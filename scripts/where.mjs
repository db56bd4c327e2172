// `npm run where -- "POST /campaigns/12/status"` (with or without /api): the four files behind a route (ARCHITECTURE.md): its contract, its
// line in the routes, the operation, and the store that the operation uses.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { loadContracts, root } from './load-contracts.mjs';

const [method, address] = process.argv.slice(2).join(' ').trim().split(/\s+/);
if (!method || !address?.startsWith('/')) {
  console.error('Name a method and an address: npm run where -- "POST /api/campaigns/12/status"');
  process.exit(1);
}

const { all } = await loadContracts();
let path = address.split('?')[0].replace(/(.)\/$/, '$1');
const find = () =>
  all
    .allEndpoints()
    .filter(({ endpoint }) =>
      [`${endpoint.method} ${endpoint.path}`, ...(endpoint.aliases ?? [])].some((route) => matches(route)),
    );
let found = find();
if (found.length === 0 && !path.startsWith('/api/')) {
  path = `/api${path}`;
  found = find();
}
const best = found.sort(
  (one, other) => (one.endpoint.path.match(/:/g)?.length ?? 0) - (other.endpoint.path.match(/:/g)?.length ?? 0),
)[0];
if (!best) {
  const near = all
    .allEndpoints()
    .filter(({ endpoint }) => endpoint.path.split('/').slice(0, 4).join('/') === path.split('/').slice(0, 4).join('/'));
  console.error(
    `There is no ${method} ${path}.${near.length ? `\nNear it:\n${near.map(({ endpoint }) => `  ${endpoint.method} ${endpoint.path}`).join('\n')}` : ''}`,
  );
  process.exit(1);
}

const contractFiles = (await listFiles(join(root, 'packages/contracts/src'))).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const contract = await firstWith(
  contractFiles,
  (text) => text.includes(`'${best.endpoint.path}'`) && text.includes('defineContract'),
);
const contractName =
  contract && new RegExp(`export const (\\w+Contract)\\b`).exec(await readFile(contract, 'utf8'))?.[1];
const sources = (await listFiles(join(root, 'backend/src'))).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const routes = contractName && (await firstWith(sources, (text) => text.includes(`routes(${contractName}`)));
const operation = routes && (await findOperation(routes, best.name));
const store = (operation && (await findStore(operation, 0))) || (await storeBeside(operation ?? routes));

console.log(`${best.endpoint.method} ${best.endpoint.path}: ${best.endpoint.summary}`);
for (const [label, file] of [
  ['contract', contract],
  ['routes', routes],
  ['operation', operation ?? routes],
  ['store', store],
]) {
  console.log(`  ${label.padEnd(10)}${file ? relative(root, file) : '(none)'}`);
}

function matches(route) {
  const [routeMethod, routePath] = route.split(' ');
  if (routeMethod !== method.toUpperCase()) return false;
  const pattern = routePath.replace(/:\w+(\{[^}]*\})?/g, ':').split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) =>
      part === ':' ? parts[index] !== '' : part === parts[index] || parts[index].startsWith(':'),
    )
  );
}

async function listFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => (entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)])),
  );
  return nested.flat().sort();
}

async function firstWith(files, test) {
  for (const file of files) if (test(await readFile(file, 'utf8'))) return file;
  return undefined;
}

/** The file that the handler of this operation calls: the first imported name in the handler's lines. */
async function findOperation(file, name) {
  const text = await readFile(file, 'utf8');
  const start = new RegExp(`^\\s+(?:async )?${name}\\b\\s*[:(,]`, 'm').exec(text);
  if (!start) return undefined;
  const rest = text.slice(start.index + start[0].length - 1);
  const end = rest.search(/\n {2,6}(?:async )?\w+\s*[:(]|\n {0,20}\}\)/);
  const handler = start[0].trim().endsWith(',') ? name : rest.slice(0, end === -1 ? undefined : end);
  for (const [imported, from] of await importsOf(file))
    if (new RegExp(`\\b${imported}\\b`).test(handler) && /^\.\.?\//.test(from)) {
      const target = join(dirname(file), `${from}.ts`);
      if (!target.includes('/platform/') && !target.endsWith('.store.ts')) return target;
    }
  return undefined;
}

async function importsOf(file) {
  const text = await readFile(file, 'utf8');
  const found = [];
  for (const [, names, from] of text.matchAll(/^import (?!type)\{([^}]+)\} from '([^']+)'/gm))
    for (const each of names.split(','))
      found.push([
        each
          .trim()
          .replace(/^type /, '')
          .split(' as ')
          .at(-1),
        from,
      ]);
  return found.filter(([name]) => name);
}

/** The store of the operation's own folder, when there is just one. */
async function storeBeside(file) {
  if (!file) return undefined;
  const stores = (await readdir(dirname(file))).filter((name) => name.endsWith('.store.ts'));
  return stores.length === 1 ? join(dirname(file), stores[0]) : undefined;
}

async function findStore(file, depth) {
  const paths = [
    ...new Set((await importsOf(file)).map(([, from]) => from).filter((from) => /^\.\.?\//.test(from))),
  ].map((from) => join(dirname(file), `${from}.ts`));
  const direct = paths.find((path) => path.endsWith('.store.ts'));
  if (direct || depth >= 2) return direct;
  for (const path of paths.filter((each) => !each.includes('/platform/'))) {
    const inner = await findStore(path, depth + 1).catch(() => undefined);
    if (inner) return inner;
  }
  return undefined;
}
