import { createContext } from '#engine/sending/plan-context';
import { LEAD_CHECKS } from '#engine/sending/lead-checks';
import { readSteps } from '#lifecycle/lifecycle.api';
import { findSendingCampaign } from '#lifecycle/campaign-state/sending-campaign.store';
import { campaignSnapshot } from './load-campaign.store';
import { loadEnrolments } from './load-rows.store';
import { createSendingWorld, type SendingWorld } from './testing';

/** The rules about a lead that the planner (`LEAD_CHECKS`) and the last check (`sending_refusals`) both keep, in the order of the last check. */
const shared = ['LEAD_PAUSED', 'LEAD_ENDED', 'LEAD_SUPPRESSED', 'ESP_DO_NOT_SEND', 'LEAD_ON_HOLD', 'IMPORT_ON_HOLD'];
const count = 4_000;
let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** SQL: one of these values, by the row `n` and the name of what is chosen: the same in every run. */
const pick = (name: string, values: readonly string[]): string =>
  `(array[${values.join(', ')}])[1 + abs(hashint8extended(n, hashtext('${name}'))) % ${values.length}]`;

/** Leads in every mixture of what the rules ask, each with a reserved email. */
async function insertLeads(campaignId: number, mailboxId: number, at: Date): Promise<void> {
  const { workspaceId } = world.me;
  await world.main.test.query(
    `insert into lead_upload (id, workspace_id, file_name, storage_key) select n, $1, 'leads.csv', 'none' from generate_series(1, 3) n`,
    [workspaceId],
  );
  await world.main.test.query(
    `
      with people as (
          insert into lead (workspace_id, email, domain, is_unsubscribed, is_bounced)
          select $1, 'lead' || n || '@' || d.domain, d.domain, ${pick('unsubscribed', ['false', 'false', 'false', 'true'])},
            ${pick('bounced', ['false', 'false', 'false', 'true'])}
          from generate_series(1, $4::int) n
          cross join lateral (select 'd' || n % 40 || '.prospects.test' as domain) d
          returning id, workspace_id
        ),
        numbered as (select id, row_number() over (order by id) as n from people),
        enrolled as (
          insert into enrolment (
            workspace_id, campaign_id, lead_id, mailbox_id, status, provider, steps_sent, upload_id, hold_kind, hold_until, constraint_code
          )
          select $1, $2, id, $3, s.status, ${pick('provider', [`'GMAIL'`, `'OUTLOOK'`, `'OTHER'`])}, case s.status when 'STARTED' then 0 when 'INPROGRESS' then 1 else ${pick('sent', ['0', '1'])} end,
            ${pick('upload', ['null', '1', '2', '3'])}, case when s.status not in ('COMPLETED', 'STOPPED', 'BLOCKED') then h.kind end,
            case when s.status not in ('COMPLETED', 'STOPPED', 'BLOCKED') and h.kind is not null then h.until end,
            case when s.status in ('COMPLETED', 'STOPPED', 'BLOCKED') then 'LEAD_ENDED' end
          from numbered
          cross join lateral (
            select ${pick('status', [`'STARTED'`, `'STARTED'`, `'STARTED'`, `'INPROGRESS'`, `'INPROGRESS'`, `'PAUSED'`, `'STOPPED'`, `'COMPLETED'`])} as status
          ) s
          cross join lateral (
            select ${pick('hold', ['null', 'null', 'null', `'OUT_OF_OFFICE'`, `'COMPANY_REPLY'`, `'RETRY'`])} as kind,
              ${pick('until', ['null', `$5::timestamptz`, `$5::timestamptz - interval '1 hour'`, `$5::timestamptz + interval '1 hour'`])} as until
          ) h
          returning id, lead_id, steps_sent
        )
      insert into intent (
        workspace_id, campaign_id, enrolment_id, step_id, mailbox_id, slot_at, send_at, not_after, message_id, envelope_id, to_email,
          fencing_token
      )
      select $1, $2, e.id, (select id from sequence_step where campaign_id = $2), $3, $5, $5, $5::timestamptz + interval '5 hours',
        '<' || e.id || '@northlight.test>', 'e' || e.id, 'lead@prospects.test', 7
      from enrolled e
    `,
    [workspaceId, campaignId, mailboxId, count, at],
  );
  // Addresses and domains, of the workspace and of two clients.
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
  const mailboxId = await world.connect('rules@northlight.test', { min_time_to_wait_minutes: 0 });
  const campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: [], settings: { window_start: '00:00' } });
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
  await insertLeads(campaignId, mailboxId, at);
  await world.main.test.query(
    `update mailbox set lane_token = 7, lane_leased_until = clock_timestamp() + interval '1 day' where id = $1`,
    [mailboxId],
  );

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
