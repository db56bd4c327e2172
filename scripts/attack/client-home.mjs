// What a client's home and the newer areas tell it: campaigns, replies, figures and reports of its own, of no hidden
// category, and nothing else.
import { people } from './lib/client.mjs';

export const title = 'A client opens its home, and asks the areas that an agency has beside it';

const day = 86_400_000;
const dayText = (at) => new Date(at).toISOString().slice(0, 10);

export default async function clientHome({ installation, report }) {
  const { url, demo } = installation;
  const team = people(url, demo);
  const owner = await team.owner();
  const all = (await owner('GET', '/api/campaigns?limit=50')).data.rows;
  const made = await owner('POST', '/api/campaigns', { name: 'Home of a client' });
  const campaignId = made.data.id ?? made.data.campaign?.id;
  const client = await team.addClient(owner, ['full_access'], [campaignId]);
  const other = await team.addClient(owner, ['full_access']);
  await owner('POST', '/api/analytics/reports', {
    name: 'Of the agency alone',
    page: 'global-analytics',
    address: '',
    is_shared: true,
    client_id: null,
  });

  const now = Date.now();
  const range = `from=${dayText(now - 30 * day)}&to=${dayText(now)}&time_zone=Etc/GMT`;
  const secrets = [demo.email, other.email, other.clientName, 'Of the agency alone', ...all.map(({ name }) => name)];
  const home = [
    `/api/analytics/overall?${range}`,
    `/api/analytics/overall/by-campaign?${range}&limit=5`,
    '/api/analytics/reports',
    '/api/inbox/conversations?folder=replies&limit=5',
  ];
  for (const path of home) {
    const answer = await client('GET', path);
    const told = secrets.filter((secret) => answer.text.includes(secret));
    const [name] = path.split('?');
    report(
      'HOME',
      answer.status === 200 && told.length === 0,
      `a client's home reads ${name}: ${answer.status}, ${told.length} names of others told ${told.slice(0, 3).join(', ')}`,
    );
  }
  const { data: figures } = await client('GET', home[0]);
  const sent = figures?.counts?.sent;
  report('HOME', sent === 0, `its figures are of its own campaign, from which nothing was sent: ${sent} sent`);

  const refused = [
    ...['groups', 'weeks'].map((name) => `/api/analytics/insights/${name}?${range}&by=client`),
    ...['answers', 'reply-times', 'providers', 'attention'].map((name) => `/api/analytics/insights/${name}?${range}`),
    '/api/analytics/insights/waiting',
    '/api/analytics/insights/mailboxes',
    '/api/integrations',
    '/api/clients',
  ];
  const open = [];
  for (const path of refused) {
    const { status } = await client('GET', path);
    if (status !== 403 && status !== 402 && status !== 404) open.push(`${path.split('?')[0]} ${status}`);
  }
  report(
    'HOME',
    open.length === 0,
    `${refused.length} areas of the agency refuse a client: ${open.join(', ') || 'all'}`,
  );

  const tests = await client('GET', '/api/smart-delivery/tests');
  const told = secrets.filter((secret) => tests.text.includes(secret));
  report(
    'HOME',
    told.length === 0,
    `placement tests name nothing of others: ${tests.status}, ${told.length} names told`,
  );
}
