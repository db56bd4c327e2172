import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { allEndpoints, type NamedEndpoint } from '@skein/contracts/all';
import { fillPath } from '@skein/contracts/client';
import { permissionsOf, roles, type Permission, type Role } from '@skein/contracts/permissions';
import { silentLog } from '#platform/log/log';
import { createSandboxServices, type SandboxServices } from '#server/testing/sandbox-services';
import type { SignedIn } from '#main/testing';
import { createRouteIds, fieldsOf, rawBodies, sampleBody, type RouteIds } from '#services/testing/every-route-fixtures';
import { mountedIn, shapeOf } from '#services/testing/mounted-routes';
import { plainParameters } from '#services/testing/plain-parameters';
import { prepareRoute } from '#services/testing/route-preparations/prepare-route';
import { recordStatements, type RanStatement } from '#services/testing/record-statements';
import { sampleValue, spoil } from '#services/testing/sample-value';

/** Every endpoint of every contract is attacked; a new one on the day it is added (ARCHITECTURE.md, Rules that are executable). */
let services: SandboxServices;
let mine: SignedIn;
let other: SignedIn;
/** Runs the installation; the only one whom operators' endpoints let in. */
let operator: SignedIn;
let ids: RouteIds;
let otherIds: RouteIds;
/** People who are refused everything they ask for, by what they may do: as good for the next endpoint as new ones. */
const strangers = new Map<string, Promise<SignedIn>>();
/** People whose rows are only read. */
const readers = new Map<boolean, Promise<{ person: SignedIn; own: RouteIds }>>();
/** What each endpoint answered with, and its statements, when it was asked for something that is there. */
const recorded: Record<string, { status: number; statements: RanStatement[] }> = {};
/** What was logged as a failure inside: shown when an endpoint answers 500. */
const failures: object[] = [];

const endpoints = allEndpoints();
const nameOf = ({ endpoint }: NamedEndpoint) => `${endpoint.method} ${endpoint.path}`;
const named = (list: NamedEndpoint[]) => list.map((each) => [nameOf(each), each] as const);
const parameterNames = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
const isOperators = ({ endpoint }: NamedEndpoint) => endpoint.access.who === 'operator';
const needsPerson = endpoints.filter((each) => ['person', 'session', 'operator'].includes(each.endpoint.access.who));
const namesRow = needsPerson.filter(({ endpoint }) =>
  parameterNames(endpoint.path).some((name) => !(name in plainParameters)),
);
/** No row has this id. */
const nowhere = 2_000_000_123;

beforeAll(async () => {
  services = await createSandboxServices({ log: { ...silentLog, error: (fields) => void failures.push(fields) } });
  mine = await services.main.signIn();
  other = await services.main.signIn();
  operator = await services.main.signIn({ isOperator: true });
  ids = await createRouteIds(services.main, mine);
  otherIds = await createRouteIds(services.main, other);
});

afterAll(async () => {
  // For `npm run where -- --record`.
  const file = process.env['SKEIN_RECORD_STATEMENTS'];
  if (file) writeFileSync(file, JSON.stringify(recorded));
  await services.close();
});

interface Call {
  person?: Pick<SignedIn, 'headers'> | { headers: Record<string, string> };
  params?: RouteIds;
  query?: Record<string, unknown>;
  body?: unknown;
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  path?: string;
  method?: string;
}

async function call(
  { contract, endpoint }: NamedEndpoint,
  { person, params = {}, query, body, text, headers, path = endpoint.path, method = endpoint.method }: Call,
) {
  const app = services.apps[contract.service];
  if (!app) throw new Error(`The service ${contract.service} is not started.`);
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [
      key,
      typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
    ]),
  ).toString();
  const controller = new AbortController();
  const answer = await app.request(fillPath(path, { ...plainParameters, ...params }) + (search ? `?${search}` : ''), {
    method,
    headers: { 'content-type': 'application/json', ...person?.headers, ...headers },
    body: method === 'GET' ? undefined : (text ?? (body === undefined ? undefined : JSON.stringify(body))),
    signal: controller.signal,
  });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const json = isJson ? ((await answer.json()) as Record<string, unknown>) : {};
  if (!isJson) controller.abort();
  return { status: answer.status, json };
}

/** Query, and body or file, that the contract accepts. */
function sampleOf(each: NamedEndpoint, known: RouteIds): Pick<Call, 'query' | 'body' | 'text'> {
  const { endpoint } = each;
  const byField = fieldsOf(known);
  const query = endpoint.query ? (sampleValue(endpoint.query, byField) as Record<string, unknown>) : undefined;
  const body =
    endpoint.body && !endpoint.rawBody
      ? (sampleBody(nameOf(each), known) ?? sampleValue(endpoint.body, byField))
      : undefined;
  if (endpoint.query && query === undefined) throw new Error(`No query could be guessed for ${nameOf(each)}.`);
  if (endpoint.body && !endpoint.rawBody && body === undefined)
    throw new Error(`No body could be guessed for ${nameOf(each)}: add one to route-fixtures/bodies.ts.`);
  const text = endpoint.rawBody ? rawBodies[nameOf(each)] : undefined;
  return { query, body, ...(text === undefined ? {} : { text }) };
}

it('knows an id for every parameter of every path', () => {
  const unknown = endpoints
    .flatMap(({ endpoint }) => parameterNames(endpoint.path))
    .filter((name) => !(name in ids) && !(name in plainParameters));
  expect([...new Set(unknown)]).toEqual([]);
});

it.each(named(endpoints))('%s is mounted, under its aliases too', async (_, each) => {
  const { endpoint, contract } = each;
  for (const route of [`${endpoint.method} ${endpoint.path}`, ...(endpoint.aliases ?? [])])
    expect(mountedIn(services.apps[contract.service])).toContain(
      `${route.split(' ')[0]} ${shapeOf(route.split(' ')[1] as string)}`,
    );
});

it.each(named(needsPerson))('%s answers 401 without and with wrong credentials', async (_, each) => {
  for (const route of [nameOf(each), ...(each.endpoint.aliases ?? [])]) {
    const [method, path] = route.split(' ') as [string, string];
    const params = Object.fromEntries(
      parameterNames(path).map((name) => [name, ids[name] ?? plainParameters[name] ?? 1]),
    );
    expect((await call(each, { params, method, path })).status).toBe(401);
    expect(
      (
        await call(each, {
          params,
          method,
          path,
          person: { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' } },
        })
      ).status,
    ).toBe(401);
    expect(
      (await call(each, { params, method, path, person: { headers: { 'x-api-key': 'skein_wrong' } } })).status,
    ).toBe(401);
  }
});

it.each(named(needsPerson.filter(isOperators)))(
  '%s answers 403 to everyone who does not run the installation',
  async (_, each) => {
    const client = { permissions: ['full_access', 'reply_master_inbox'] };
    const refused = [
      mine,
      await signInOnce({ plan: 'enterprise' }),
      await signInOnce({ role: 'ADMIN_ACCESS', workspaceId: operator.workspaceId }),
      // A client's login never runs the installation, even if the database says so.
      await signInOnce({ workspaceId: operator.workspaceId, client, isOperator: true }),
      { headers: { 'x-api-key': await services.main.apiKey(operator) } },
    ];
    for (const person of refused)
      expect((await call(each, { person, params: ids, ...sampleOf(each, ids) })).status).toBe(403);
  },
);

it.each(named(needsPerson.filter((each) => !isOperators(each))))(
  '%s answers 403 to whoever lacks the permission',
  async (_, each) => {
    const { access } = each.endpoint as { access: { who: 'person' | 'session'; may: Permission } };
    const params = ids;
    for (const stranger of strangersTo(access.may)) {
      const person = await signInOnce({ workspaceId: mine.workspaceId, ...stranger });
      expect((await call(each, { person, params, ...sampleOf(each, ids) })).status).toBe(403);
    }
    if (access.who === 'session') {
      const key = await services.main.apiKey(mine);
      expect(
        (await call(each, { person: { headers: { 'x-api-key': key } }, params, ...sampleOf(each, ids) })).status,
      ).toBe(403);
    }
  },
);

function signInOnce(options: Parameters<SandboxServices['main']['signIn']>[0]): Promise<SignedIn> {
  const name = JSON.stringify(options);
  const known = strangers.get(name) ?? services.main.signIn(options);
  strangers.set(name, known);
  return known;
}

/** Somebody with a row of everything: a new one for whatever may change a row. */
function personWithRows(each: NamedEndpoint): Promise<{ person: SignedIn; own: RouteIds }> {
  const isOperator = isOperators(each);
  const create = async () => {
    const person = await services.main.signIn({ isOperator });
    return { person, own: await createRouteIds(services.main, person) };
  };
  if (each.endpoint.method !== 'GET') return create();
  const known = readers.get(isOperator) ?? create();
  readers.set(isOperator, known);
  return known;
}

/** Someone whom the endpoint lets in. */
const personFor = (each: NamedEndpoint): SignedIn => (isOperators(each) ? operator : mine);

/** The least of the roles and clients that may not do it: none where everybody may. */
function strangersTo(permission: Permission): { role?: Role; client?: { permissions: string[] } }[] {
  const role = roles.find((each) => !permissionsOf({ role: each }).has(permission));
  const client = [['full_access'], ['reply_master_inbox'], []].find(
    (given) =>
      !permissionsOf({ role: 'OWNER', client: { id: 1, permissions: given, restrictedCategories: [] } }).has(
        permission,
      ),
  );
  return [...(role ? [{ role }] : []), ...(client ? [{ client: { permissions: client } }] : [])];
}

it.each(named(namesRow))('%s answers 404 for what is nowhere or in another workspace', async (_, each) => {
  const rows = parameterNames(each.endpoint.path).filter((name) => !(name in plainParameters));
  for (const name of rows) {
    const missing = typeof ids[name] === 'string' ? randomUUID() : nowhere;
    // Operators look after every workspace: for them only what is nowhere does not exist.
    for (const strange of isOperators(each) ? [missing] : [otherIds[name], missing]) {
      const { status, json } = await call(each, {
        person: personFor(each),
        params: { ...ids, [name]: strange as number },
        ...sampleOf(each, ids),
      });
      expect({ name, status, message: json.message }).toMatchObject({ name, status: 404 });
    }
  }
});

it.each(named(endpoints.filter(({ endpoint }) => endpoint.body && !endpoint.rawBody)))(
  '%s answers 400 to a malformed body, naming the field',
  async (_, each) => {
    const { query, body } = sampleOf(each, ids);
    const broken = await call(each, { person: personFor(each), params: ids, query, text: '{"half": ' });
    expect(broken).toMatchObject({
      status: 400,
      json: { ok: false, code: 'VALIDATION', details: [{ field: 'body' }] },
    });
    const spoilt = spoil(each.endpoint.body as never, body as Record<string, unknown>);
    if (!spoilt) return;
    const { status, json } = await call(each, { person: personFor(each), params: ids, query, body: spoilt.value });
    expect(status).toBe(400);
    expect((json.details as { field: string }[]).map((detail) => detail.field.split('.')[0])).toContain(spoilt.field);
  },
);

it.each(named(endpoints.filter(({ endpoint }) => endpoint.query)))(
  '%s answers 400 to a malformed query, naming the field',
  async (_, each) => {
    const { query, body } = sampleOf(each, ids);
    const spoilt = ['no', '-1', '']
      .flatMap((wrong) =>
        Object.keys(each.endpoint.query.shape ?? {}).map((field) => ({ field, value: { ...query, [field]: wrong } })),
      )
      .find(({ field, value }) =>
        each.endpoint.query
          .safeParse(value)
          .error?.issues.some((issue: { path: PropertyKey[] }) => issue.path[0] === field),
      );
    if (!spoilt) return;
    const { status, json } = await call(each, { person: personFor(each), params: ids, query: spoilt.value, body });
    expect(status).toBe(400);
    expect(
      (json.details as { field: string }[]).map((detail) => detail.field.split('.').slice(0, 2).join('.')),
    ).toContain(`query.${spoilt.field}`);
  },
);

/** A request opens no WebSocket; `data-query.test.ts` does. */
const needsWebSocket = new Set(['GET /api/data-query/graphql']);

it.each(named(endpoints))('%s never fails inside, and what it answers is what its contract names', async (_, each) => {
  const name = nameOf(each);
  const { person, own } = await personWithRows(each);
  const prepared = await prepareRoute(name, { services, person, own });
  const { result, ran } = await recordStatements(() =>
    call(each, { person, ...sampleOf(each, own), ...prepared, params: { ...own, ...prepared.params } }),
  );
  const { status, json } = result;
  recorded[name] = { status, statements: ran };
  if (status === 500)
    throw new Error(`${name} failed inside`, {
      cause: (failures.at(-1) as { error?: unknown } | undefined)?.error,
    });
  // A refusal shows nothing of what is behind it: `route-preparations` makes what a route needs.
  if (status >= 400 && !needsWebSocket.has(name))
    throw new Error(`${name} answered ${status}: ${JSON.stringify(json)}`);
  if (status >= 400 || each.endpoint.answer === 'raw') return;
  const parsed = each.endpoint.response.safeParse(each.endpoint.answer === 'bare' ? json : json.data);
  expect(parsed.error?.issues ?? []).toEqual([]);
});
