// `npm run where -- "POST /api/campaigns/12/status"`: the files behind a route (ARCHITECTURE.md): contract, routes, operation, and the store
// whose SQL runs. Also for a page ("/app/settings/webhook"), a SQL function ("sending_refusals"), a code ("INBOX_NOT_READ") and words of the
// screen ("Review and apply"). `--all` prints every route as JSON, `--writes` what each changing route writes.
import { findRoutes, findWrittenTables } from './where/routes.mjs';
import { findPage, findSqlFunction, findText } from './where/words.mjs';

const asked = process.argv.slice(2).join(' ').trim();
const [method, address] = asked.split(/\s+/);

if (asked === '--all') console.log(JSON.stringify(await findRoutes()));
else if (asked === '--writes') console.log(JSON.stringify(await findWrittenTables()));
else if (asked === '')
  fail('Name a route, a page, a SQL function, a code or words of the screen: npm run where -- "GET /api/campaigns"');
else if (/^[a-z]+$/i.test(method) && address?.startsWith('/')) await answerRoute(method.toUpperCase(), address);
else if (asked.startsWith('/')) answerPage(asked);
else answerWords(asked);

async function answerRoute(verb, given) {
  const path = given.split('?')[0].replace(/(.)\/$/, '$1');
  const fits = (endpoint, wanted) =>
    [`${endpoint.method} ${endpoint.path}`, ...(endpoint.aliases ?? [])].some((route) => matches(route, verb, wanted));
  let found = await findRoutes((endpoint) => fits(endpoint, path));
  if (found.length === 0 && !path.startsWith('/api/'))
    found = await findRoutes((endpoint) => fits(endpoint, `/api${path}`));
  const parameters = (route) => route.path.match(/:/g)?.length ?? 0;
  const [best] = found.sort((one, other) => parameters(one) - parameters(other));
  if (!best) {
    const begin = path.split('/').slice(0, 4).join('/');
    const near = await findRoutes((endpoint) => endpoint.path.startsWith(begin));
    fail(`There is no ${verb} ${path}.${near.map((route) => `\n  near: ${route.method} ${route.path}`).join('')}`);
  }
  console.log(`${best.method} ${best.path}: ${best.summary}`);
  print({
    contract: best.contract,
    routes: best.routes,
    operation: best.function ? `${best.operation} (${best.function})` : best.operation,
    store: best.store ? `${best.store} (${best.statement})` : 'none: no SQL of its own runs here',
  });
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

function answerPage(path) {
  const found = findPage(path) ?? fail(`No page stands at ${path}.`);
  print({ 'routed in': found.route, page: found.page ?? found.route, hooks: found.hooks ?? 'none' });
}

function answerWords(text) {
  const sql = findSqlFunction(text);
  if (sql) {
    print({ function: sql.file });
    for (const { at, line } of sql.callers.slice(0, 12)) console.log(`  used in   ${at}:${line}`);
    return;
  }
  const found = findText(text);
  if (found.length === 0) fail(`Nothing says "${text}".`);
  for (const { at, line } of found.slice(0, 12)) console.log(`  ${at}:${line}`);
  if (found.length > 12) console.log(`  and ${found.length - 12} more files`);
}

function print(lines) {
  for (const [label, value] of Object.entries(lines)) console.log(`  ${label.padEnd(10)}${value}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
