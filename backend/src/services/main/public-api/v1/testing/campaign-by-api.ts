import type { CampaignId } from '@skein/contracts/ids';
import type { WireMessage } from '@skein/contracts/v1/messages.contract';
import { zoneResolver } from '#platform/mail/zone-resolver';

import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

import { wireApi, type Api } from '../testing';

const day = 86_400_000;
const words = ['replies', 'interested', 'notinterested', 'ooo', 'bounces', 'rejects', 'silent'];
export const leads = words.flatMap((word) =>
  [1, 2].map((number) => ({
    email: `${word}.person${number}@prospects.test`,
    first_name: `Person${number}`,
    company_name: 'Prospect Ltd',
  })),
);

/** A lead as the public API lists it. */
export interface LeadRow {
  campaign_lead_map_id: string;
  status: string;
  lead_category_id: number | null;
  lead: { id: number; email: string };
}
/** The emails of a lead as the public API lists them. */
export interface History {
  history: (WireMessage & { time: string })[];
  from: string;
  to: string;
}

/** A campaign that was made and run by the public API alone, beside real mail servers. */
export interface RunCampaign {
  world: SendingWorld;
  sync: SyncSteps;
  api: Api;
  campaignId: CampaignId;
}

/** Answers of the API, or an error that names the request. */
function callsOf(api: () => Api) {
  const post = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const { status, json, text } = await api()('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
    return json;
  };
  const get = async <Answer>(path: string): Promise<Answer> => {
    const { status, json, text } = await api()('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return json;
  };
  return { post, get };
}

export async function runCampaignByApi(): Promise<RunCampaign> {
  const world: SendingWorld = await createSendingWorld({
    after: async () => {
      await sync.syncDueMailboxes();
    },
  });
  const sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  world.main.deps.resolver = zoneResolver({
    txt: {
      'northlight.test': ['v=spf1 include:spf.northlight.test -all'],
      'spf.northlight.test': ['v=spf1 ip4:192.0.2.1 -all'],
      '_dmarc.northlight.test': ['v=DMARC1; p=reject'],
    },
    mx: {},
  });
  const api = await wireApi(world.main, world.me);
  const { post } = callsOf(() => api);
  const campaignId = (await post<{ id: number }>('/campaigns/create', { name: 'By API' })).id;
  const mailboxIds: number[] = [];
  for (const email of ['rosa@northlight.test', 'dan@northlight.test']) {
    await world.mail.createMailbox({ email, password: 'right-password' });
    const saved = await post<{ emailAccountId: number; data: { is_smtp_success: boolean } }>('/email-accounts/save', {
      from_name: 'Rosa Kessler',
      from_email: email,
      user_name: email,
      password: 'right-password',
      smtp_host: '127.0.0.1',
      smtp_port: world.mail.smtp.port,
      imap_host: '127.0.0.1',
      imap_port: world.mail.imap.port,
      max_email_per_day: 100,
    });
    expect(saved.data.is_smtp_success).toBe(true);
    mailboxIds.push(saved.emailAccountId);
  }
  expect(await post(`/campaigns/${campaignId}/leads`, { lead_list: leads })).toMatchObject({
    total_leads: leads.length,
  });
  await post(`/campaigns/${campaignId}/email-accounts`, { email_account_ids: mailboxIds });
  await post(`/campaigns/${campaignId}/sequences`, {
    sequences: [
      {
        seq_number: 1,
        seq_delay_details: { delay_in_days: 0 },
        seq_variants: [
          { variant_label: 'A', subject: 'Hello {{first_name}}', email_body: '<p>Hi {{first_name}}, a question.</p>' },
          { variant_label: 'B', subject: 'A question, {{first_name}}', email_body: '<p>Hello {{first_name}}.</p>' },
        ],
      },
      { seq_number: 2, seq_delay_details: { delay_in_days: 2 }, subject: '', email_body: '<p>Again</p>' },
      { seq_number: 3, seq_delay_details: { delay_in_days: 2 }, subject: '', email_body: '<p>Last</p>' },
    ],
  });
  expect((await api('POST', `/campaigns/${campaignId}/status`, { status: 'START' })).status).toBe(409);
  await post(`/campaigns/${campaignId}/schedule`, {
    timezone: 'Etc/GMT',
    days_of_the_week: [0, 1, 2, 3, 4, 5, 6],
    start_hour: '09:00',
    end_hour: '17:00',
    min_time_btw_emails: 30,
    max_new_leads_per_day: 1000,
  });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'ACTIVE' })).toEqual({ ok: true });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'PAUSE' })).toEqual({ ok: true });
  expect(await post(`/campaigns/${campaignId}/status`, { status: 'RESUME' })).toEqual({ ok: true });
  await world.runUntil(world.main.clock.now() + 30 * day);
  return { world, sync, api, campaignId };
}

export const addressesOf = (mail: { recipients: readonly { address: string }[] } | undefined) =>
  (mail?.recipients ?? []).map((recipient) => recipient.address);

/** What tests ask about a campaign, which is there once they run. */
export function campaignOf(where: () => RunCampaign) {
  const { post, get } = callsOf(() => where().api);
  const leadOf = async (email: string) =>
    (await get<{ data: LeadRow[] }>(`/campaigns/${where().campaignId}/leads`)).data.find(
      (row) => row.lead.email === email,
    ) as LeadRow;
  const accepted = () =>
    where()
      .world.mail.record.find({ recipientDomain: 'prospects.test' })
      .filter((mail) => mail.login !== null);
  return { post, get, leadOf, accepted };
}
