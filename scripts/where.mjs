// `npm run where -- "POST /api/campaigns/12/status"`: the files behind a route (ARCHITECTURE.md): contract, routes,
// operation, and the stores whose SQL ran when it was recorded (`--record`). Also for a page ("/app/settings/webhook"),
// a SQL function ("sending_refusals"), a code ("INBOX_NOT_READ") and words of the screen or of the trade ("Review and
// apply", "reply rate"): rules of the glossary first, then files, each with what it says. `--all` prints every route as
// JSON, `--writes` what each changing route writes.
import { inOrder, readRecorded } from './where/recorded.mjs';

const asked = process.argv.slice(2).join(' ').trim();
const [method, address] = asked.split(/\s+/);

if (asked === '--all') console.log(JSON.stringify(readRecorded()));
else if (asked === '--record') await recordAll();
else if (asked === '--writes')
  console.log(JSON.stringify(await (await import('./where/routes.mjs')).findWrittenTables()));
else if (asked === '')
  fail('Name a route, a page, a SQL function, a code or words of the screen: npm run where -- "GET /api/campaigns"');
else if (/^[a-z]+$/i.test(method) && address?.startsWith('/')) answerRoute(method.toUpperCase(), address);
else if (asked.startsWith('/')) await answerPage(asked);
else await answerWords(asked);

async function recordAll() {
  const { record } = await import('./where/record.mjs');
  console.log(`${await record()} routes are written to scripts/where/routes.jsonl.`);
}

function answerRoute(verb, given) {
  const path = given.split('?')[0].replace(/(.)\/$/, '$1');
  const routes = readRecorded();
  const fits = (wanted) =>
    routes.filter((route) =>
      [`${route.method} ${route.path}`, ...route.aliases].some((each) => matches(each, verb, wanted)),
    );
  let found = fits(path);
  if (found.length === 0 && !path.startsWith('/api/')) found = fits(`/api${path}`);
  const parameters = (route) => route.path.match(/:/g)?.length ?? 0;
  const [best] = found.sort((one, other) => parameters(one) - parameters(other));
  if (!best) {
    const near = nearRoutes(routes, path).sort(
      (one, other) => (other.method === verb) - (one.method === verb) || one.path.length - other.path.length,
    );
    fail(`There is no ${verb} ${path}.${near.map((route) => `\n  near: ${route.method} ${route.path}`).join('')}`);
  }
  console.log(`${best.method} ${best.path}: ${best.summary}`);
  print({
    contract: best.contract,
    routes: best.routes,
    operation: best.function ? `${best.operation} (${best.function})` : best.operation,
  });
  if (best.refused) print({ store: `not all of it was seen: it was refused with ${best.refused}` });
  else if (best.statements.length === 0) print({ store: 'none: no SQL of its own runs here' });
  for (const { file, name, writes } of inOrder(best))
    print({ [writes ? 'writes' : 'reads']: name ? `${file} (${name})` : file });
}

/** Routes that begin as an address does, hyphens aside: with its first four parts, or else with fewer. */
function nearRoutes(routes, path) {
  const plain = (text) => text.replaceAll('-', '').toLowerCase();
  const parts = plain(path.startsWith('/api/') ? path : `/api${path}`).split('/');
  for (let length = Math.min(parts.length, 4); length > 2; length -= 1) {
    const begin = parts.slice(0, length).join('/');
    const near = routes.filter((route) => plain(route.path).startsWith(begin));
    if (near.length > 0) return near;
  }
  return [];
}

function matches(route, verb, path) {
  const [routeVerb, routePath] = route.split(' ');
  if (routeVerb !== verb) return false;
  const pattern = routePath.replace(/:\w+(\{[^}]*\})?/g, ':').split('/');
  const parts = path.split('/');
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) =>
      part === ':' ? parts[index] !== '' : part === parts[index] || parts[index].startsWith(':'),
    )
  );
}

async function answerPage(path) {
  const { findPage } = await import('./where/pages.mjs');
  const found = findPage(path) ?? fail(`No page stands at ${path}.`);
  print({ 'routed in': found.route, page: found.page ?? found.route, hooks: found.hooks ?? 'none' });
}

async function answerWords(text) {
  const { findPlaces, findRoutes, findSqlFunction } = await import('./where/search.mjs');
  const sql = findSqlFunction(text);
  if (sql) {
    print({ function: sql.file });
    for (const { at, line } of sql.callers.slice(0, 12)) console.log(`  used in   ${at}:${line}`);
    return;
  }
  const routes = findRoutes(text);
  const found = findPlaces(text);
  if (found.length === 0 && routes.length === 0) fail(`Nothing says "${text}".`);
  for (const { at, line, text: said } of found.slice(0, 12)) console.log(`  ${at}:${line}\n    ${said.slice(0, 110)}`);
  if (found.length > 12) console.log(`  and ${found.length - 12} more files`);
  for (const { method, path, summary, operation } of routes.slice(0, 4))
    console.log(`  ${method} ${path}: ${summary}\n    ${operation}`);
}

function print(lines) {
  for (const [label, value] of Object.entries(lines)) console.log(`  ${label.padEnd(10)}${value}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
