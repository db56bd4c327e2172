import type { z } from 'zod';
import { campaignLeadsContract } from '@skein/contracts/main/campaign-leads.contract';
import type { campaignSettingsInput } from '@skein/contracts/main/campaign-setting-list';
import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import type { MatchedInbound } from '#engine/inbox-sync/inbound.types';

import { createSendingWorld, type SendingWorld } from './testing';
import { recordInbound } from '#lifecycle/outcomes/record-inbound';

/** Settings as a person changes them, and what leaves or comes in differently because of them. */
const hour = 3_600_000;
let world: SendingWorld;
let counter = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

type Settings = z.input<typeof campaignSettingsInput>;
const campaigns = () => world.main.asClient(campaignsContract, world.me);
const change = (campaignId: number, body: Settings) => campaigns().updateCampaign({ params: { campaignId }, body });
const people = (count: number) => {
  counter += 1;
  return Array.from({ length: count }, (_, index) => `silent.set${counter}x${index}@prospects.test`);
};
/** A campaign of one step whose emails leave after its settings were changed. */
async function campaignWith(settings: Settings, body = '<p>Hi</p>', leads = people(3)): Promise<number> {
  counter += 1;
  const mailboxId = await world.connect(`set${counter}@northlight.test`, { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads,
    steps: [{ days: 0, subject: 'Docks', body }],
    settings: { window_start: '00:00', window_end: '24:00', min_time_btwn_emails: 3, max_leads_per_day: 0 },
  });
  // As an import numbers its leads.
  await world.main.test.query(
    `update enrolment e set spin_index = n.place
     from (select id, row_number() over (order by id) - 1 as place from enrolment where campaign_id = $1) n where n.id = e.id`,
    [campaignId],
  );
  await change(campaignId, settings);
  return campaignId;
}
/** The emails of a campaign after two hours, in the order of its leads, as they were composed. */
async function mailsOf(campaignId: number): Promise<{ html: string | null; text: string }[]> {
  await world.runUntil(world.main.clock.now() + 2 * hour);
  return world.main.test.query(
    `select m.html_body as html, m.text_body as text from intent i join message m on m.intent_id = i.id
     where i.campaign_id = $1 and i.state = 'SENT' order by i.enrolment_id`,
    [campaignId],
  );
}

test('spintax_mode INCREMENTAL gives neighbouring leads every option once, RANDOM draws for each lead', async () => {
  const options = ['red', 'green', 'blue', 'amber', 'violet', 'white'];
  const chosen = async (spintax_mode: 'INCREMENTAL' | 'RANDOM') => {
    const mails = await mailsOf(await campaignWith({ spintax_mode }, `<p>{${options.join('|')}}</p>`, people(6)));
    return mails.map(({ text }) => options.find((option) => text.includes(option)));
  };
  expect(new Set(await chosen('INCREMENTAL'))).toEqual(new Set(options));
  expect((await chosen('RANDOM')).filter(Boolean)).toHaveLength(6);
});

test.each(['send_as_plain_text', 'force_plain_text'] as const)('%s leaves the HTML part out', async (name) => {
  const [html] = await mailsOf(await campaignWith({ [name]: false }, '<p><b>Hi</b></p>', people(1)));
  const [plain] = await mailsOf(await campaignWith({ [name]: true }, '<p><b>Hi</b></p>', people(1)));
  expect(html?.html).toContain('<b>Hi</b>');
  expect(plain).toMatchObject({ html: null, text: expect.stringContaining('Hi') });
});

/** The one email of a campaign as the mail server took it. */
async function rawOf(settings: Settings): Promise<string> {
  const leads = people(1);
  const body = '<p>Hi, see <a href="https://northlight.test/offer">the offer</a></p>';
  await mailsOf(await campaignWith(settings, body, leads));
  const [row] = world.mail.record.find({ recipient: leads[0] as string });
  const raw = (await world.mail.readMail(row!.contentId)).toString('latin1');
  return raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
}

test('track_settings decide about pixel and links', async () => {
  const bare = await rawOf({ track_settings: ['DONT_EMAIL_OPEN', 'DONT_LINK_CLICK'] });
  expect([bare.includes('href="https://northlight.test/offer"'), /<img/.test(bare)]).toEqual([true, false]);
  const tracked = await rawOf({ track_settings: [] });
  expect([tracked.includes('href="https://northlight.test/offer"'), /<img/.test(tracked)]).toEqual([false, true]);
});

test('add_unsubscribe_tag puts the header into the email, or leaves it out', async () => {
  expect(await rawOf({ add_unsubscribe_tag: true })).toMatch(/^List-Unsubscribe:/m);
  expect(await rawOf({ add_unsubscribe_tag: false })).not.toMatch(/^List-Unsubscribe:/m);
});

test('auto_categorise_reply and ai_categorisation_options decide whether a reply gets its category', async () => {
  const categoryWith = async (
    auto_categorise_reply: boolean,
    ai_categorisation_options: number[] = [],
    classification: object = { kind: 'reply', category: 1 },
  ) => {
    const settings = { auto_categorise_reply, ai_categorisation_options };
    const campaignId = await campaignWith(settings, '<p>Hi</p>', people(1));
    await mailsOf(campaignId);
    const [intent] = await world.main.test.query<{ id: string; mailbox_id: number; enrolment_id: number }>(
      'select id, mailbox_id, enrolment_id from intent where campaign_id = $1',
      [campaignId],
    );
    await world.main.deps.db.systemSql((client) =>
      recordInbound(client, {
        workspaceId: world.me.workspaceId,
        enrolmentId: intent!.enrolment_id,
        intentId: intent!.id,
        messageRowId: '1',
        messageId: `<settings-${campaignId}@prospects.test>`,
        at: new Date(world.main.clock.now()),
        match: { rule: 'references' },
        classification: { evidence: [], returnDay: null, returnText: null, ...classification },
      } as unknown as MatchedInbound),
    );
    const [row] = await world.main.test.query<{ category_id: number | null }>(
      'select category_id from enrolment where id = $1',
      [intent!.enrolment_id],
    );
    return row?.category_id;
  };
  expect([await categoryWith(true), await categoryWith(false)]).toEqual([1, null]);
  expect([await categoryWith(true, [1, 3]), await categoryWith(true, [2, 3])]).toEqual([1, null]);
  const absence = { kind: 'out_of_office', category: null };
  expect([await categoryWith(true, [1, 6], absence), await categoryWith(true, [1, 3], absence)]).toEqual([6, null]);
});

test('bounce_guard_enabled and bounce_autopause_threshold decide whether bounces pause the campaign', async () => {
  const statusWith = async (settings: Settings) => {
    counter += 1;
    const bad = Array.from({ length: 4 }, (_, index) => `rejects.set${counter}x${index}@prospects.test`);
    const id = await campaignWith({ bounce_guard_min_sent: 5, ...settings }, '<p>Hi</p>', [...bad, ...people(12)]);
    await mailsOf(id);
    const { status, status_reason } = await campaigns().getCampaign({ params: { campaignId: id } });
    return status === 'PAUSED' ? status_reason : status;
  };
  expect(await statusWith({ bounce_guard_enabled: true, bounce_autopause_threshold: 20 })).toBe('BOUNCE_GUARD');
  expect(await statusWith({ bounce_guard_enabled: true, bounce_autopause_threshold: 90 })).not.toBe('BOUNCE_GUARD');
  expect(await statusWith({ bounce_guard_enabled: false, bounce_autopause_threshold: 20 })).not.toBe('BOUNCE_GUARD');
});

describe('whom a campaign takes in', () => {
  const add = async (campaignId: number, email: string, more: { first_name?: string } = {}) => {
    const body = { leads: [{ email, ...more }] };
    const { outcomes } = await world.main
      .asClient(campaignLeadsContract, world.me)
      .addLeads({ params: { campaignId }, body });
    return outcomes[0]!;
  };
  /** What becomes of an address under the condition on and off. */
  const both = async (email: string, name: keyof NonNullable<Settings['lead_condition']>, values: unknown[]) => {
    const found = [];
    for (const value of values) {
      const { id } = await campaigns().createCampaign({ body: { name: `${name} ${String(value)}` } });
      await change(id, { lead_condition: { [name]: value } });
      found.push((await add(id, email)).outcome);
    }
    return found;
  };

  test('ignore_global_block_list takes in what is on the block list', async () => {
    const [email = ''] = people(1);
    await world.main.test.query(
      `insert into suppression (workspace_id, client_scope, kind, value, source, created_at) values ($1, 0, 'email', $2, 'manual', now())`,
      [world.me.workspaceId, email],
    );
    expect(await both(email, 'ignore_global_block_list', [false, true])).toEqual(['SUPPRESSED', 'IMPORTED_NEW']);
  });

  test('ignore_unsubscribe_list takes in who has unsubscribed', async () => {
    const [email = ''] = people(1);
    await world.main.test.query(
      `insert into suppression (workspace_id, client_scope, kind, value, source, created_at)
        values ($1, 0, 'email', $2, 'unsubscribe', now())`,
      [world.me.workspaceId, email],
    );
    expect(await both(email, 'ignore_unsubscribe_list', [false, true])).toEqual(['UNSUBSCRIBED', 'IMPORTED_NEW']);
  });

  test('ignore_active_in_other_campaign and contacted_within_days leave out who is being mailed', async () => {
    const leads = people(1);
    await mailsOf(await campaignWith({}, '<p>Hi</p>', leads));
    const email = leads[0] as string;
    expect(await both(email, 'contacted_within_days', [30, null])).toEqual(['CONTACTED_RECENTLY', 'UPDATED_EXISTING']);
    const active = people(1);
    await campaignWith({}, '<p>Hi</p>', active);
    const found = await both(active[0] as string, 'ignore_active_in_other_campaign', [true, false]);
    expect(found).toEqual(['IN_OTHER_CAMPAIGN', 'UPDATED_EXISTING']);
  });

  test('update_existing decides whether a known lead gets new values', async () => {
    const [email = ''] = people(1);
    const nameWith = async (update_existing: boolean, first_name: string) => {
      const { id } = await campaigns().createCampaign({ body: { name: first_name } });
      await change(id, { lead_condition: { update_existing } });
      const { lead_id } = await add(id, email, { first_name });
      const lead = await world.main
        .asClient(leadsContract, world.me)
        .getLead({ params: { leadId: lead_id as number } });
      return lead.first_name;
    };
    expect(await nameWith(true, 'Ada')).toBe('Ada');
    expect(await nameWith(false, 'Bob')).toBe('Ada');
    expect(await nameWith(true, 'Cleo')).toBe('Cleo');
  });
});
