import { isAllowedByRule } from '#engine/sending/esp-rules';
import { createContext } from '#engine/sending/plan-context';
import { LEAD_CHECKS } from '#engine/sending/lead-checks';
import { mailboxChecks, openLane } from '#engine/sending/mailbox-lane';
import type { CampaignSnapshot, MailboxSnapshot, MailProvider } from '#engine/sending/plan.types';
import { readSteps } from '#lifecycle/lifecycle.api';
import { findSendingCampaign } from '#lifecycle/campaign-state/sending-campaign.store';
import { campaignSnapshot } from './load-campaign.store';
import { lockMailboxes, mailboxSnapshots } from './load-mailboxes.store';
import { loadEnrolments } from './load-rows.store';
import { createSendingWorld, type SendingWorld } from './testing';

/**
 * The rules about a lead that the planner (`LEAD_CHECKS`) and the last check (`sending_refusals`) both keep, in the
 * order of the last check.
 */
const shared = ['LEAD_PAUSED', 'LEAD_ENDED', 'LEAD_SUPPRESSED', 'ESP_DO_NOT_SEND', 'LEAD_ON_HOLD', 'IMPORT_ON_HOLD'];
const count = 10_000;
/** Those about its mailbox and its campaign, in the same order. */
const ofMailbox = [
  ...['MAILBOX_SUSPENDED', 'MAILBOX_FAILING', 'MAILBOX_WARMING', 'CAMPAIGN_NOT_ACTIVE', 'ESP_ONLY_BY'],
  ...['MAILBOX_PROVIDER_REST', 'MAILBOX_BOUNCE_REST', 'MAILBOX_BOUNCE_SLOW', 'MAILBOX_DAILY_CAP', 'MAILBOX_GAP'],
];
const mailboxes = 200;
const minute = 60_000;
/** How long a campaign's turn lasts. */
const turn = 10 * minute;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** SQL: one of these values, by the row `n` and the name of what is chosen: the same in every run. */
const pick = (name: string, values: readonly string[]): string =>
  `(array[${values.join(', ')}])[1 + abs(hashint8extended(n, hashtext('${name}'))) % ${values.length}]`;

/** Most leads can be sent to: what is refused for its state says nothing about the other checks. */
const statuses = [
  ...[`'STARTED'`, `'STARTED'`, `'STARTED'`, `'INPROGRESS'`, `'INPROGRESS'`],
  ...[`'PAUSED'`, `'STOPPED'`, `'COMPLETED'`],
];
const heldUntil = [
  'null',
  ...[`$5::timestamptz`, `$5::timestamptz - interval '1 hour'`, `$5::timestamptz + interval '1 hour'`],
];
/** On both sides of every gap, pause and day that the checks know. */
const ages = ['1 minute', '5 minutes', '40 minutes', '4 hours', '15 hours', '21 hours', '26 hours', '3 days'].map(
  (age) => `interval '${age}'`,
);

/** Mailboxes that nothing speaks against: many, because the last check counts what each of them has. */
async function insertFreeMailboxes(): Promise<number[]> {
  const rows = await world.main.test.query<{ id: number }>(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username, is_smtp_success,
          is_imap_success, min_time_to_wait_minutes, lane_token, lane_leased_until
      )
      select $1, 'Rosa Kessler', 'free' || n || '@northlight.test', 'mail.test', 587, 'box', 'mail.test', 993, 'box', true,
        true, 0, 7, clock_timestamp() + interval '1 day'
      from generate_series(1, 200) n
      returning id
    `,
    [world.me.workspaceId],
  );
  return rows.map(({ id }) => id);
}

/** Leads in every mixture of what the rules ask, each with a reserved email. */
async function insertLeads(campaignId: number, mailboxIds: readonly number[], at: Date): Promise<void> {
  const { workspaceId } = world.me;
  await world.main.test.query(
    `
      with run as (
        insert into bulk_run (workspace_id, kind, status)
        select $1, 'LEAD_UPLOAD', 'COMPLETED'
        from generate_series(1, 3)
        returning id
      )
      insert into lead_upload (id, workspace_id, run_id, file_name, storage_key)
      select row_number() over (), $1, id, 'leads.csv', 'none'
      from run
    `,
    [workspaceId],
  );
  await world.main.test.query(
    `
      with people as (
          insert into lead (workspace_id, email, domain, is_unsubscribed, is_bounced)
          select $1, 'lead' || n || '@' || d.domain, d.domain, ${pick('unsubscribed', ['false', 'false', 'false', 'true'])},
            ${pick('bounced', ['false', 'false', 'false', 'true'])}
          from generate_series(1, $4::int) n
          cross join lateral (
            select case when n % 2 = 0 then 'mail.' else '' end || 'd' || n % 40 || '.prospects.test' as domain
          ) d
          returning id, workspace_id
        ),
        numbered as (select id, row_number() over (order by id) as n from people),
        enrolled as (
          insert into enrolment (
            workspace_id, campaign_id, lead_id, mailbox_id, status, provider, steps_sent, upload_id, hold_kind, hold_until, constraint_code
          )
          select $1, $2, id, ($3::int[])[1 + n % cardinality($3::int[])], s.status,
            ${pick('provider', [`'GMAIL'`, `'OUTLOOK'`, `'OTHER'`])},
            case s.status when 'STARTED' then 0 when 'INPROGRESS' then 1 else ${pick('sent', ['0', '1'])} end,
            ${pick('upload', ['null', '1', '2', '3'])}, case when s.status not in ('COMPLETED', 'STOPPED', 'BLOCKED') then h.kind end,
            case when s.status not in ('COMPLETED', 'STOPPED', 'BLOCKED') and h.kind is not null then h.until end,
            case when s.status in ('COMPLETED', 'STOPPED', 'BLOCKED') then 'LEAD_ENDED' end
          from numbered
          cross join lateral (
            select ${pick('status', statuses)} as status
          ) s
          cross join lateral (
            select ${pick('hold', ['null', 'null', 'null', `'OUT_OF_OFFICE'`, `'COMPANY_REPLY'`, `'RETRY'`])} as kind,
              ${pick('until', heldUntil)} as until
          ) h
          returning id, mailbox_id
        )
      insert into intent (
        workspace_id, campaign_id, enrolment_id, step_id, mailbox_id, slot_at, send_at, not_after, message_id, envelope_id, to_email,
          fencing_token
      )
      select $1, $2, e.id, (select id from sequence_step where campaign_id = $2), e.mailbox_id, $5, $5,
        $5::timestamptz + interval '5 hours',
        '<' || e.id || '@northlight.test>', 'e' || e.id, 'lead@prospects.test', 7
      from enrolled e
    `,
    [workspaceId, campaignId, mailboxIds, count, at],
  );
  // Addresses and domains, of the workspace and of two clients. Every second domain is above those of its leads.
  await world.main.test.query(
    `
      insert into suppression (workspace_id, kind, value, source, client_scope)
      select $1, 'email', l.email, 'manual', ${pick('scope', ['0', '$2::int', '$2::int + 1'])}
      from (select email, id as n from lead where workspace_id = $1 and id % 9 = 0) l
      union all
      select $1, 'domain', 'd' || n || '.prospects.test', 'manual', ${pick('domain', ['0', '$2::int', '$2::int + 1'])}
      from generate_series(1, 6) n
    `,
    [workspaceId, await clientOf(campaignId)],
  );
  await world.main.test.query(
    `
      insert into bounce_response (workspace_id, scope, scope_id, label, reaction, bounce_class, reason, level, began_at, until)
      values ($1, 'IMPORT', '1', 'a', 'HOLD', 'RECIPIENT', 'r', 1, $2, $2::timestamptz + interval '1 day'),
        ($1, 'IMPORT', '2', 'b', 'HOLD', 'RECIPIENT', 'r', 1, $2, $2)
    `,
    [workspaceId, at],
  );
}

async function clientOf(campaignId: number): Promise<number> {
  const [row] = await world.main.test.query<{ client_id: number }>('select client_id from campaign where id = $1', [
    campaignId,
  ]);
  return row?.client_id as number;
}

test('the planner and the last check refuse the same leads for the same reasons', async () => {
  const { workspaceId } = world.me;
  const at = new Date(world.main.clock.now());
  const campaignId = await world.campaign({ mailboxIds: [], leads: [], settings: { window_start: '00:00' } });
  await world.main.test.query(
    `
      with client as (
        insert into agency_client (workspace_id, name, email) values ($1, 'Client', 'client@northlight.test') returning id
      )
      update campaign
      set client_id = (select id from client),
        esp_rules = '[{"recipient": "OUTLOOK", "action": "DO_NOT_SEND", "senders": []}]'
      where id = $2
    `,
    [workspaceId, campaignId],
  );
  await insertLeads(campaignId, await insertFreeMailboxes(), at);

  const refused = await world.main.test.query<{ enrolment_id: number; refusal: string | null }>(
    `
      with asked as (
        select array_agg(id order by id) as ids, array_agg(fencing_token order by id) as tokens
        from intent
        where campaign_id = $1
      )
      select i.enrolment_id, r.refusal
      from asked a
      cross join lateral sending_refusals(a.ids, a.tokens, $2, false) r
      join intent i on i.id = r.intent_id
    `,
    [campaignId, at],
  );
  expect(refused).toHaveLength(count);

  const planned = await world.main.deps.db.systemSql(async (sql) => {
    const campaign = await findSendingCampaign(sql, workspaceId, campaignId);
    if (!campaign) throw new Error('The campaign is missing.');
    const steps = await readSteps(sql, campaign);
    const now = at.getTime();
    const snapshot = await campaignSnapshot(sql, campaign, steps, { now, realNow: now, sendingHeld: false });
    const context = {
      ...createContext({ campaign: snapshot, mailboxes: [], enrolments: [], incompleteQueues: [], now }),
      at: now,
    };
    const leads = await loadEnrolments(sql, {
      campaign,
      steps,
      enrolmentIds: refused.map((row) => row.enrolment_id),
      now,
    });
    return new Map(
      leads.map((lead) => {
        const failing = LEAD_CHECKS.filter((check) => check.test(context, lead) !== null).map(({ code }) =>
          code === 'COMPANY_PAUSED' ? 'LEAD_ON_HOLD' : code,
        );
        return [Number(lead.id), shared.find((code) => failing.some((found) => found === code)) ?? null];
      }),
    );
  });

  const differ = refused.flatMap(({ enrolment_id: id, refusal }) => {
    const last = refusal !== null && shared.includes(refusal) ? refusal : null;
    return last === planned.get(id) ? [] : [{ id, last, planned: planned.get(id) }];
  });
  expect(differ).toEqual([]);
  // Each rule decided for some, and some were free.
  expect(new Set(planned.values())).toEqual(new Set([...shared, null]));
});

/** Mailboxes in every mixture of what the rules ask, none of which has anything reserved, in two campaigns with a lead for each of them. */
async function insertMailboxes(campaignIds: readonly number[], at: Date): Promise<void> {
  const { workspaceId } = world.me;
  const { test } = world.main;
  await test.query(
    `insert into warmup_policy (workspace_id, age_days, age_gate) values ($1, 14, 'HOLD')
      on conflict (workspace_id) do update set age_days = 14, age_gate = 'HOLD'`,
    [workspaceId],
  );
  await test.query(
    `
      insert into mailbox (
        workspace_id, from_name, from_email, smtp_host, smtp_port, smtp_username, imap_host, imap_port, imap_username, is_smtp_success,
          is_imap_success, type, is_suspended, failing_since, warmup_days, message_per_day, min_time_to_wait_minutes, time_zone, lane_token,
          lane_leased_until
      )
      select $1, 'Rosa Kessler', 'box' || n || '@sender' || n || '.test', 'mail.test', 587, 'box', 'mail.test', 993, 'box', true,
        true, ${pick('type', [`'GMAIL'`, `'OUTLOOK'`, `'SMTP'`])},
          ${pick('suspended', ['false', 'false', 'false', 'false', 'false', 'false', 'false', 'true'])},
        ${pick('failing', ['null', 'null', 'null', 'null', 'null', 'null', 'null', '$3::timestamptz'])},
          ${pick('warmed', ['3', '14', '20', '20', '20', '20'])},
        ${pick('cap', ['0', '1', '2', '3', '8', '40'])}, ${pick('gap', ['0', '3', '12', '60'])},
          ${pick('zone', [`'Etc/GMT'`, `'Asia/Kolkata'`, `'America/Chicago'`])}, 7,
        clock_timestamp() + interval '1 day'
      from generate_series(1, $2::int) n
    `,
    [workspaceId, mailboxes, at],
  );
  // What they sent: today, yesterday within a day of now, and before that.
  await test.query(
    `
      with sent as (
          insert into intent (workspace_id, kind, mailbox_id, state, slot_at, send_at, message_id, envelope_id, to_email)
          select $1, 'SINGLE', b.id, ${pick('state', [`'SENT'`, `'SENT'`, `'IN_DOUBT'`])}, s.at, s.at,
            '<' || n || '@one.test>', 'one' || n, 'one@prospects.test'
          from (select id, row_number() over (order by id) as box from mailbox where workspace_id = $1 and from_email ~ '^box') b
          cross join generate_series(1, 4) k
          cross join lateral (select b.box * 10 + k as n) numbered
          cross join lateral (
            select $2::timestamptz - ${pick('ago', ages)} as at
          ) s
          returning mailbox_id, send_at
        )
      update mailbox m
      set last_send_at = s.at
      from (select mailbox_id, max(send_at) as at from sent group by 1) s
      where m.id = s.mailbox_id
    `,
    [workspaceId, at],
  );
  await test.query(
    `
      insert into bounce_response (workspace_id, scope, scope_id, label, reaction, bounce_class, cause, percent, reason,
        level, began_at, until)
      select $1, h.scope, case h.scope when 'MAILBOX' then id::text else split_part(from_email, '@', 2) end, from_email,
        case when h.percent is null then 'REST' else 'SLOW' end, h.class, case h.class when 'SENDER_STATE'
          then 'LIMIT' end, h.percent, 'r', 1, $2,
        $2::timestamptz + ${pick('until', [`interval '-1 hour'`, `interval '1 day'`, `interval '1 day'`])}
      from (select id, from_email, id as n from mailbox where workspace_id = $1 and from_email ~ '^box') m
      cross join lateral (select ${pick('scope', [`'MAILBOX'`, `'DOMAIN'`])} as scope,
        ${pick('class', [`'RECIPIENT'`, `'SENDER_STATE'`])} as class, ${pick('percent', ['null', 'null', '50', '25'])} as percent) h
      where ${pick('held', ['true', 'false'])}
    `,
    [workspaceId, at],
  );
  for (const campaignId of campaignIds) {
    await test.query(
      `insert into campaign_mailbox (workspace_id, campaign_id, mailbox_id)
        select $1, $2, id from mailbox where workspace_id = $1 and from_email ~ '^box'`,
      [workspaceId, campaignId],
    );
    await test.query(
      `
        with people as (
            insert into lead (workspace_id, email, domain)
            select $1, 'person' || id || '@p' || $2::int || '.test', 'p' || $2::int || '.test'
            from mailbox where workspace_id = $1 and from_email ~ '^box'
            returning id, email
          )
        insert into enrolment (workspace_id, campaign_id, lead_id, mailbox_id, status, provider, steps_sent)
        select $1, $2, p.id, substring(p.email from 'person([0-9]+)')::int, case when s.sent = 0 then 'STARTED' else 'INPROGRESS' end,
          ${pick('provider', [`'GMAIL'`, `'OUTLOOK'`, `'OTHER'`])}, s.sent
        from (select id, email, id as n from people) p
        cross join lateral (select ${pick('begun', ['0', '1'])} as sent) s
      `,
      [workspaceId, campaignId],
    );
  }
}

/** The first email of each lead, reserved for its mailbox. */
const reserveAll = (campaignId: number, at: Date) =>
  world.main.test.query(
    `
      insert into intent (
        workspace_id, campaign_id, enrolment_id, step_id, mailbox_id, slot_at, send_at, not_after, message_id, envelope_id, to_email,
          fencing_token
      )
      select workspace_id, campaign_id, id, (select id from sequence_step where campaign_id = $1), mailbox_id, $2, $2,
        $2::timestamptz + interval '5 hours', '<turn' || id || '@northlight.test>', 'turn' || id, 'lead@prospects.test', 7
      from enrolment
      where campaign_id = $1
    `,
    [campaignId, at],
  );

/** What the planner refuses a mailbox for in a turn of the campaign, under the names of the last check, which has one for both caps. */
function refusedBy(campaign: CampaignSnapshot, mailbox: MailboxSnapshot, now: number): Set<string> {
  const moment = { campaign, slot: { slotAt: now, endAt: now + 60 * minute }, at: now, now, intervalMs: turn };
  const codes = [...mailboxChecks(mailbox, moment)].filter((check) => check.refused).map(({ code }) => code);
  expect(openLane(mailbox, mailbox.day.date, moment).refusal === null).toBe(codes.length === 0);
  return new Set(codes.map((code) => (code === 'MAILBOX_ROLLING_CAP' ? 'MAILBOX_DAILY_CAP' : code)));
}

test('the planner and the last check refuse the same mailboxes for the same reasons', async () => {
  const { workspaceId } = world.me;
  // Noon: no turn of a mailbox ends with its day.
  const at = new Date(Math.floor(world.main.clock.now() / 86_400_000) * 86_400_000 + 12 * 60 * minute);
  const now = at.getTime();
  const made = async (status: string) =>
    world.campaign({
      mailboxIds: [],
      leads: [],
      settings: { status, esp_rules: '[{"recipient": "OUTLOOK", "action": "ONLY_BY", "senders": ["OUTLOOK"]}]' },
    });
  const campaignIds = [await made('ACTIVE'), await made('PAUSED')];
  await insertMailboxes(campaignIds, at);
  const planned = await world.main.deps.db.systemSql(async (sql) => {
    const codes = new Map<number, string | null>();
    for (const campaignId of campaignIds) {
      const campaign = await findSendingCampaign(sql, workspaceId, campaignId);
      if (!campaign) throw new Error('The campaign is missing.');
      const steps = await readSteps(sql, campaign);
      const snapshot = await campaignSnapshot(sql, campaign, steps, { now, realNow: now, sendingHeld: false });
      const refused = new Map<number, { mailbox: MailboxSnapshot; codes: Set<string> }>();
      for (const mailbox of await mailboxSnapshots(sql, snapshot, await lockMailboxes(sql, campaignId), now))
        refused.set(Number(mailbox.id), { mailbox, codes: refusedBy(snapshot, mailbox, now) });
      const { rows: leads } = await sql.query<{
        id: number;
        mailbox_id: number;
        provider: MailProvider;
        is_new: boolean;
      }>('select id, mailbox_id, provider, steps_sent = 0 as is_new from enrolment where campaign_id = $1', [
        campaignId,
      ]);
      for (const lead of leads) {
        const found = refused.get(lead.mailbox_id);
        if (!found) throw new Error('A mailbox is missing.');
        const failing = new Set(found.codes);
        if (snapshot.status !== 'ACTIVE') failing.add('CAMPAIGN_NOT_ACTIVE');
        if (lead.is_new && !isAllowedByRule(snapshot, found.mailbox.provider, lead.provider))
          failing.add('ESP_ONLY_BY');
        codes.set(lead.id, ofMailbox.find((code) => failing.has(code)) ?? null);
      }
    }
    return codes;
  });

  for (const campaignId of campaignIds) await reserveAll(campaignId, at);
  // What the planner gives no place in a whole turn may not leave at its last moment either.
  const { test: database } = world.main;
  const refused = await database.query<{ enrolment_id: number; refusal: string | null }>(
    `
      with asked as (
        select array_agg(id order by id) as ids, array_agg(fencing_token order by id) as tokens
        from intent
        where campaign_id = any($1)
      )
      select i.enrolment_id, r.refusal
      from asked a
      cross join lateral sending_refusals(a.ids, a.tokens, $2, false) r
      join intent i on i.id = r.intent_id
    `,
    [campaignIds, new Date(now + turn - 1)],
  );
  expect(refused).toHaveLength(2 * mailboxes);
  const differ = refused.flatMap(({ enrolment_id: id, refusal }) => {
    const last = refusal !== null && ofMailbox.includes(refusal) ? refusal : null;
    return last === planned.get(id) ? [] : [{ id, last, planned: planned.get(id) }];
  });
  expect(differ).toEqual([]);
  expect(new Set(planned.values())).toEqual(new Set([...ofMailbox, null]));
});
