// What `npm run where` answers, as text.
import { inOrder, readRecorded } from './recorded.mjs';

/** Nothing was found, or nothing was asked. */
export class NothingFound extends Error {}

/**
 * @param {string} asked a route, a page, a SQL function, a code, or words
 * @returns {Promise<string>}
 * @throws NothingFound
 */
export async function answer(asked) {
  const [method, address] = asked.split(/\s+/);
  if (asked === '')
    throw new NothingFound(
      'Name a route, a page, a SQL function, a code or words of the screen: npm run where -- "GET /api/campaigns"',
    );
  if (/^[a-z]+$/i.test(method) && address?.startsWith('/')) return answerRoute(method.toUpperCase(), address);
  return (asked.startsWith('/') ? await answerPage(asked) : await answerWords(asked)).join('\n');
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
    throw new NothingFound(
      `There is no ${verb} ${path}.${near.map((route) => `\n  near: ${route.method} ${route.path}`).join('')}`,
    );
  }
  return [
    `${best.method} ${best.path}: ${best.summary}`,
    ...labelled({
      contract: best.contract,
      routes: best.routes,
      operation: best.function ? `${best.operation} (${best.function})` : best.operation,
      ...storeOf(best),
    }),
    ...inOrder(best).flatMap(({ file, name, writes }) =>
      labelled({ [writes ? 'writes' : 'reads']: name ? `${file} (${name})` : file }),
    ),
  ].join('\n');
}

function storeOf({ refused, statements }) {
  if (refused) return { store: `not all of it was seen: it was refused with ${refused}` };
  return statements.length === 0 ? { store: 'none: no SQL of its own runs here' } : {};
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
  const { findPage } = await import('./pages.mjs');
  const found = findPage(path);
  if (!found) throw new NothingFound(`No page stands at ${path}.`);
  return labelled({ 'routed in': found.route, page: found.page ?? found.route, hooks: found.hooks ?? 'none' });
}

async function answerWords(text) {
  const { findPlaces, findRoutes, findSqlFunction } = await import('./search.mjs');
  const sql = findSqlFunction(text);
  if (sql)
    return [
      ...labelled({ function: sql.file }),
      ...sql.callers.slice(0, 12).map(({ at, line }) => `  used in   ${at}:${line}`),
    ];
  const routes = findRoutes(text);
  const found = findPlaces(text);
  if (found.length === 0 && routes.length === 0) throw new NothingFound(`Nothing says "${text}".`);
  return [
    ...found.slice(0, 12).map(({ at, line, text: said }) => `  ${at}:${line}\n    ${said.slice(0, 110)}`),
    ...(found.length > 12 ? [`  and ${found.length - 12} more files`] : []),
    ...routes
      .slice(0, 4)
      .map(({ method, path, summary, operation }) => `  ${method} ${path}: ${summary}\n    ${operation}`),
  ];
}

const labelled = (lines) => Object.entries(lines).map(([label, value]) => `  ${label.padEnd(10)}${value}`);
