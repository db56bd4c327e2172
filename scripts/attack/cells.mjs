// Authorisation cells that no test has: every secured route with a token that may only unsubscribe, and every route
// that names something of one client, asked by another client of the same agency. The other cells are those of
// every-route.test.ts (held-by-tests).
import { loadContracts } from '../load-contracts.mjs';
import { people } from './lib/client.mjs';

export const title = 'Every secured route × a token to unsubscribe, a sibling client';

const named = ({ endpoint }) => `${endpoint.method} ${endpoint.path}`;

export default async function cells({ installation, report }) {
  const { url, demo } = installation;
  const { all, sampling } = await loadContracts({ sampling: '../../../backend/src/services/testing/sample-value' });
  const team = people(url, demo);
  const owner = await team.owner();
  const secured = all
    .allEndpoints()
    .filter(({ endpoint }) => ['person', 'session', 'operator'].includes(endpoint.access.who));

  /** What the contract accepts, with those ids where it means them; ids that are nobody's elsewhere. */
  function ask(by, each, ids) {
    const { endpoint } = each;
    const path = endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name) =>
      encodeURIComponent(ids[name] ?? 2_000_000_123),
    );
    const sample = (schema) => sampling.sampleValue(schema, ids);
    const query = Object.entries(endpoint.query ? (sample(endpoint.query) ?? {}) : {}).map(
      ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value)}`,
    );
    const body = endpoint.method === 'GET' || endpoint.rawBody ? undefined : endpoint.body ? sample(endpoint.body) : {};
    return by(endpoint.method, query.length > 0 ? `${path}?${query.join('&')}` : path, body);
  }

  const { token } = (await owner('POST', '/api/auth/temp-token', {})).data;
  const temporary = team.withToken(token);
  const wrong = [];
  let count = 0;
  for (const each of secured) {
    if (each.endpoint.access.scope === 'unsubscribe') continue;
    count += 1;
    const { status } = await ask(temporary, each, {});
    if (![401, 403].includes(status)) wrong.push(`${named(each)} ${status}`);
  }
  report(
    'cells',
    wrong.length === 0,
    `${count} routes with a token to unsubscribe: ${wrong.length} wrong ${wrong.slice(0, 5).join(', ')}`,
  );

  const place = async (name) => {
    const { data } = await owner('POST', '/api/campaigns', { name });
    const campaignId = data.id ?? data.campaign?.id;
    const email = `cell-${campaignId}@prospects.test`;
    await owner('POST', `/api/campaigns/${campaignId}/leads`, { leads: [{ email }] });
    const [row] = (await owner('GET', `/api/campaigns/${campaignId}/leads`)).data.rows;
    return { campaignId, enrolmentId: row?.id ?? row?.enrolment_id, leadId: row?.lead_id ?? row?.lead?.id };
  };
  const [mine, theirs] = [await place('Cells, mine'), await place('Cells, theirs')];
  const client = await team.addClient(owner, ['full_access', 'reply_master_inbox'], [mine.campaignId]);
  const sibling = await team.addClient(owner, ['full_access'], [theirs.campaignId]);
  const ids = { ...theirs, clientId: sibling.clientId, memberId: sibling.id };
  const aims = secured.filter(({ endpoint }) =>
    [...endpoint.path.matchAll(/:(\w+)/g)].some(([, name]) => ids[name] !== undefined),
  );
  const reached = [];
  const tally = {};
  for (const each of aims) {
    const { status } = await ask(client, each, ids);
    tally[status] = (tally[status] ?? 0) + 1;
    if (status < 400 || status >= 500) reached.push(`${named(each)} ${status}`);
  }
  report(
    'cells',
    reached.length === 0 && ids.leadId !== undefined,
    `${aims.length} routes that name what is a sibling client's (${JSON.stringify(tally)}): ${reached.length} wrong ${reached.slice(0, 5).join(', ')}`,
  );
}
