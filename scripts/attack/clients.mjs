// What a client of an agency learns of the others: M1, L2, L4, L5. An agency's list of clients is a secret.
import { people } from './lib/client.mjs';

export const title = 'One client of an agency asks after the others';

const first = (answer) => answer.data?.rows?.[0] ?? Object.values(answer.data ?? {}).find(Array.isArray)?.[0];

export default async function clients({ installation, report }) {
  const { url, demo } = installation;
  const team = people(url, demo);
  const owner = await team.owner();
  const agencys = (await owner('GET', '/api/campaigns')).data.rows[0].id;
  const made = await owner('POST', '/api/campaigns', { name: 'Of a client' });
  const campaignId = made.data.id ?? made.data.campaign?.id;
  const client = await team.addClient(owner, ['full_access'], [campaignId]);
  const other = await team.addClient(owner, ['full_access']);

  const email = `lead-${campaignId}@prospects.test`;
  await client('POST', `/api/campaigns/${campaignId}/leads`, { leads: [{ email }] });
  const lead = first(await client('GET', '/api/leads'));
  const secrets = [demo.email, other.email, other.clientName, 'Maya Lindqvist'];
  const tells = (text) => secrets.filter((secret) => text.includes(secret));
  if (!lead) report('M1', false, 'the attack found no lead of the client to attach a task to');
  else {
    const told = new Set();
    let accepted = 0;
    for (let id = 1; id <= 40; id++) {
      const answer = await client('POST', `/api/leads/${lead.id}/tasks`, { name: 'x', assigned_user_id: id });
      if (answer.status < 300 && id !== client.id) accepted += 1;
      for (const secret of tells(answer.text)) told.add(secret);
    }
    report(
      'M1',
      told.size === 0 && accepted === 0,
      `a client gives a task to people 1 to 40: ${accepted} others accepted, ${told.size} names told`,
    );
  }

  await attackAttachments({ url, report, owner, client, agencyCampaignId: agencys, clientCampaignId: campaignId });

  await owner('POST', '/api/linkedin/accounts', { name: 'Agency account' });
  const read = async (ask, path) => (await ask('GET', path)).data;
  const [all, seen] = [await read(owner, '/api/linkedin/accounts'), await read(client, '/api/linkedin/accounts')];
  report(
    'L4',
    all.accounts.length > 0 && (seen?.accounts ?? []).length === 0,
    `a client lists LinkedIn accounts of the workspace: ${seen?.accounts?.length ?? 'refused'} of ${all.accounts.length}`,
  );
  const used = (await read(owner, '/api/subscription/plan')).leads.used;
  const usedAsTold = (await read(client, '/api/subscription/plan'))?.leads?.used;
  report(
    'L4',
    usedAsTold !== used,
    `a client reads how many leads the agency has used: ${usedAsTold ?? 'refused'} of ${used}`,
  );
  const record = await client('GET', '/api/sandbox/record');
  report(
    'L4',
    record.status !== 200 || record.data.accepted === 0,
    `a client reads how many mails the sandbox accepted: ${record.status} ${record.data?.accepted ?? ''}`,
  );
}

/** L2 and L3: the agency's attachment by its key, and a signed upload used twice. */
async function attackAttachments({ url, report, owner, client, agencyCampaignId, clientCampaignId }) {
  const signed = await owner('POST', `/api/campaigns/${agencyCampaignId}/sequences/attachments`, {
    name: 'secret.pdf',
    content_type: 'application/pdf',
    size: 12,
  });
  const key = signed.data?.storage_key;
  const upload = signed.data?.upload_url ?? '';
  await fetch(new URL(upload, url), {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.4 abc',
  });
  const opened = await client('POST', `/api/campaigns/${clientCampaignId}/sequences/attachments/open`, {
    storage_key: key,
    name: 'secret.pdf',
  });
  report(
    'L2',
    opened.status >= 400,
    `a client opens the agency's attachment by its key through its own campaign: ${opened.status}`,
  );
  const swap = await fetch(new URL(upload, url), {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: '%PDF-1.4 xyz',
  });
  report('L3', swap.status >= 400, `a signed upload is used a second time: ${swap.status}`);
}
