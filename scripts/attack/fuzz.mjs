// `npm run attack -- fuzz --requests 20000 --seed 1`: requests over every route, made from the contracts, by three
// people: the owner of the demo workspace, the owner of another one, and a client of the first. No answer may be 500,
// none may stay away, none may take 3 s (files may). `--only "POST /api/campaigns"` keeps to routes whose name begins
// so; `--show N` prints request N of the seed and sends only that one.
import { appendFileSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { loadContracts } from '../load-contracts.mjs';
import { people } from './lib/client.mjs';
import { fc, HOSTILE, PROTOTYPE_KEYS, valuesOf } from './lib/hostile-values.mjs';

export const title = 'Fuzzed requests over all routes';
/** Only when it is named, because it takes minutes. */
export const isOnRequest = true;

const LIMIT = 3_000;
const TOGETHER = 4;
/** Passwords, second factors and sessions of the three are left alone when a request would be right, or they could not go on. */
const endsItself = /\/auth\/(logout|two-factor|sessions)|\/api\/auth\/password|\/operator\//;
const carriesFiles = ({ endpoint, contract }) =>
  endpoint.rawBody ||
  endpoint.answer === 'raw' ||
  /upload|export|attachments|backup/.test(endpoint.path + contract.tag);

const needsPerson = ({ endpoint }) => ['person', 'session', 'operator'].includes(endpoint.access.who);
const named = ({ endpoint }) => `${endpoint.method} ${endpoint.path}`;
const parameters = (path) => [...path.matchAll(/:(\w+)(\{[^}]*\})?/g)].map((match) => match[1]);
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Ids of rows that this person can see, by the name of the parameter or field that means them. */
async function findIds(ask) {
  const read = async (path, pick) => {
    const { data } = await ask('GET', path);
    const rows = data?.rows ?? Object.values(data ?? {}).find(Array.isArray) ?? [];
    return rows.length > 0 ? pick(rows[Math.floor(rows.length / 2)], rows) : undefined;
  };
  const ids = {
    campaignId: await read('/api/campaigns', (row) => row.id),
    leadId: await read('/api/leads', (row) => row.id),
    mailboxId: await read('/api/mailboxes', (row) => row.id),
    enrolmentId: await read('/api/inbox/conversations', (row) => row.enrolment_id),
    webhookId: await read('/api/webhooks', (row) => row.id),
    clientId: await read('/api/clients', (row) => row.id),
    categoryId: await read('/api/categories', (row) => row.id),
    listId: await read('/api/lead-lists', (row) => row.id),
    tagId: await read('/api/tags', (row) => row.id),
    folderId: await read('/api/folders', (row) => row.id),
    taskId: await read('/api/tasks', (row) => row.id),
    templateId: await read('/api/step-templates', (row) => row.id),
  };
  const found = Object.entries(ids).filter(([, id]) => id !== undefined);
  return Object.fromEntries(
    found.flatMap(([name, id]) => [
      [name, id],
      [snake(name), id],
      [`${snake(name)}s`, [id]],
    ]),
  );
}

const pathValues = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 300 }).map(String) },
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE.filter((each) => typeof each !== 'object').map(String)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
);

/** Text that arrives as it is, also where it is no character at all. */
const encode = (text) => encodeURIComponent(String(text).toWellFormed?.() ?? String(text)).slice(0, 6_000) || '%20';

/** One request of a route as fast-check makes it. */
function requestsOf(each, tools) {
  const { endpoint } = each;
  const { known } = tools;
  const values = (schema) => (schema ? valuesOf(schema, tools) : fc.constant(undefined));
  return fc.record({
    spoiledPath: fc.integer({ min: 0, max: 3 }),
    parts: fc.array(pathValues, { minLength: 6, maxLength: 6 }),
    query: values(endpoint.query),
    body: endpoint.rawBody ? fc.string({ unit: 'binary', maxLength: 300 }) : values(endpoint.body),
    extra: fc.integer({ min: 0, max: 11 }),
    known: fc.constant(known),
  });
}

function address({ endpoint }, { parts, spoiledPath, query, extra, known }) {
  let index = 0;
  const isRight = spoiledPath > 0 && !endsItself.test(endpoint.path);
  const path = endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) => {
    const part = parts[index++];
    if (isRight && known[name] !== undefined) return encode(known[name]);
    // The demo workspace and its people are what the others go on with.
    return encode(endsItself.test(endpoint.path) && /^[1-9]\d?$/.test(part) ? '2000000123' : part);
  });
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  const search = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(typeof value === 'object' ? JSON.stringify(value) : value)}`);
  if (extra === 0) search.push(`__proto__=1`, 'constructor%5Bprototype%5D=1', '%00=%00');
  return path + (search.length > 0 ? `?${search.join('&').slice(0, 12_000)}` : '');
}

/** JSON as another program may write it: keys twice, a prototype, lone surrogates, or cut off. */
function write(body, extra) {
  if (body === undefined) return undefined;
  const text = JSON.stringify(body) ?? 'null';
  if (extra === 0 && text.startsWith('{')) return `{${PROTOTYPE_KEYS}${text === '{}' ? '' : ','}${text.slice(1)}`;
  if (extra === 1) return text.slice(0, Math.floor(text.length / 2));
  return text;
}

async function send(url, person, each, made) {
  const { endpoint } = each;
  const controller = new AbortController();
  const watch = setTimeout(() => controller.abort(), 60_000);
  const begin = performance.now();
  const path = address(each, made);
  const body = endpoint.method === 'GET' ? undefined : endpoint.rawBody ? made.body : write(made.body, made.extra);
  const told = { route: named(each), person: person.name, path, body };
  try {
    const answer = await fetch(url + path, {
      method: endpoint.method,
      redirect: 'manual',
      headers: { ...person.headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body,
      signal: controller.signal,
    });
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    if (isJson || answer.status >= 400) await answer.text();
    else controller.abort();
    return { ...told, status: answer.status, id: answer.headers.get('x-request-id'), took: performance.now() - begin };
  } catch (error) {
    const isHang = controller.signal.aborted;
    return {
      ...told,
      status: isHang ? 'hang' : `cut (${error.cause?.code ?? error.message})`,
      took: performance.now() - begin,
    };
  } finally {
    clearTimeout(watch);
  }
}

/** Why it failed inside, from the sandbox's log. */
function reasonOf(folder, id) {
  const file = folder ? join(folder, 'logs', 'skein.log') : '';
  if (!id || !existsSync(file)) return '';
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.includes(id) && /"level":(50|"error"|60)|"error":/.test(each));
  return line ? line.slice(0, 700) : '';
}

export default async function fuzz({ installation, report, say, options }) {
  const { url, demo, folder } = installation;
  const { all, sampling } = await loadContracts({ sampling: '../../../backend/src/services/testing/sample-value' });
  const routes = all.allEndpoints().filter((each) => named(each).startsWith(options.only ?? ''));
  const team = people(url, demo);
  const headersOf = ({ token }) => ({ authorization: `Bearer ${token}` });
  const owner = await team.owner();
  const campaigns = (await owner('GET', '/api/campaigns')).data.rows.slice(0, 1).map((row) => row.id);
  const [stranger, client] = [await team.signUp(), await team.addClient(owner, ['full_access'], campaigns)];
  const actors = [
    { name: 'owner', ask: owner, door: '/api/auth/login' },
    { name: 'stranger', ask: stranger, door: '/api/auth/login' },
    { name: 'client', ask: client, door: '/api/client/login' },
  ];
  const renew = async (actor) => {
    const again = await team.logIn(actor.ask.email, actor.ask.password, actor.door).catch(() => undefined);
    if (again) actor.ask = again;
    actor.headers = headersOf(actor.ask);
    actor.key = { 'x-api-key': demo.api_key };
    actor.known = await findIds(actor.ask);
  };
  for (const actor of actors) await renew(actor);

  const count = Number(options.requests ?? 2_000);
  const seed = Number(options.seed ?? 1);
  const rounds = Math.ceil(count / routes.length);
  const statuses = {};
  const [failures, slow] = [[], []];
  let sent = 0;
  say(`${count} requests over ${routes.length} routes, seed ${seed}`);
  for (let round = 0; round < rounds && sent < count; round++) {
    if (round % 4 === 3) for (const actor of actors) await renew(actor);
    const todo = routes.map((each, place) => {
      const actor = actors[(round + place) % actors.length];
      const tools = { sample: sampling.sampleValue, known: actor.known, oneIn: 3 + (round % 6) };
      const [made] = fc.sample(requestsOf(each, tools), { numRuns: 1, seed: seed * 1_000_003 + round * 1_009 + place });
      // Every third round of the owner's goes by API key, as the public API is used.
      const isByKey = actor.name === 'owner' && (round + place) % 2 === 0 && each.endpoint.path.startsWith('/api/v1');
      return { each, made, person: { name: actor.name, headers: () => (isByKey ? actor.key : actor.headers) } };
    });
    await Promise.all(
      Array.from({ length: TOGETHER }, async () => {
        for (let next = todo.shift(); next && sent < count; next = todo.shift()) {
          sent += 1;
          const answer = await send(url, next.person, next.each, next.made);
          if (process.env.FUZZ_LOG) appendFileSync(process.env.FUZZ_LOG, `${JSON.stringify(answer)}\n`);
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
          if (answer.status === 401 && needsPerson(next.each))
            for (const actor of actors) if (actor.name === answer.person) await renew(actor);
          if (answer.route === 'POST /api/sandbox/time' && answer.status === 200)
            await actors[0].ask('POST', '/api/sandbox/time', { scale: 60 });
          if (typeof answer.status === 'string' || answer.status === 500)
            failures.push({ ...answer, reason: reasonOf(folder, answer.id) });
          else if (answer.took > LIMIT && !carriesFiles(next.each)) slow.push(next);
        }
      }),
    );
    if (round % 5 === 4) say(`${sent} sent: ${JSON.stringify(statuses)}, ${failures.length} failed`);
  }
  // A busy machine makes anything slow once; what is slow again alone is slow by itself.
  const slowAlone = [];
  for (const { each, made, person } of slow.slice(0, 40)) {
    const again = await send(url, person, each, made);
    if (again.took > LIMIT) slowAlone.push(again);
  }
  for (const each of [...failures, ...slowAlone])
    say(
      `${each.status} after ${Math.round(each.took)} ms: ${JSON.stringify({ ...each, body: each.body?.slice(0, 600) })}`,
    );
  report(
    'FUZZ',
    failures.length === 0 && slowAlone.length === 0,
    `${sent} requests (${JSON.stringify(statuses)}): ${failures.length} answers of 500, cut or hung, ${slowAlone.length} over 3 s (${slow.length} once, beside the others)`,
  );
}
