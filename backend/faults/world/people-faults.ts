import { onlyWorker, wait, type Fault } from './fault';
import { stopEnrolment } from '#lifecycle/lead-state/enrolment/end-leads';

/** A lead, an address, a domain or the campaign is stopped at a random moment, and what can be is taken up again. */
export const stopSomething: Fault = async (world, random) => {
  await onlyWorker(world);
  const at = new Date(world.clock.now());
  const choice = random.below(4);
  await wait(random.below(400));
  if (choice === 0) {
    const paused = await world.test.query<{ id: number }>(
      `update campaign set status = 'PAUSED' where id = $1 returning id`,
      [world.busyCampaignId],
    );
    const stop = {
      what: 'campaign' as const,
      value: world.busyCampaignId,
      committedAtReal: Date.now() + 1,
      liftedAtReal: null as number | null,
    };
    world.stops.push(stop);
    await wait(700);
    stop.liftedAtReal = Date.now();
    await world.test.query(`update campaign set status = 'ACTIVE', next_trigger_at = $2 where id = $1`, [
      world.busyCampaignId,
      new Date(world.clock.now()),
    ]);
    return `campaign ${paused.length}`;
  }
  // Leads that are on their way at this moment are the ones that matter.
  const [lead] = await world.test.query<{ id: number; email: string; domain: string }>(
    `
      select e.id, l.email, l.domain
      from enrolment e
      join lead l on l.id = e.lead_id
      where e.campaign_id = $1 and e.status in ('STARTED', 'INPROGRESS')
      order by e.open_intent_id is null, random()
      limit 1
    `,
    [world.busyCampaignId],
  );
  if (!lead) return null;
  if (choice === 1) {
    // As a reply does: in one transaction with what it cancels.
    await world.test.database.systemSql((sql) =>
      stopEnrolment(sql, { enrolmentId: lead.id, reason: 'REPLIED', at, detail: {} }),
    );
    const [after] = await world.test.query<{ status: string }>('select status from enrolment where id = $1', [lead.id]);
    if (after?.status === 'STOPPED')
      world.stops.push({ what: 'enrolment', value: lead.id, committedAtReal: Date.now() + 1, liftedAtReal: null });
    return `lead ${lead.id}`;
  }
  const kind = choice === 2 ? 'email' : 'domain';
  const value = kind === 'email' ? lead.email : lead.domain;
  await world.test.query(
    `
      insert into suppression (workspace_id, kind, value, source)
      values ($1, $2, $3, 'manual')
      on conflict
      do nothing
    `,
    [world.workspaceId, kind, value],
  );
  world.stops.push({ what: kind, value, committedAtReal: Date.now() + 1, liftedAtReal: null });
  return `${kind} ${value}`;
};

/** Campaign time jumps ahead by hours while mails are on their way. */
export const clockJump: Fault = async (world, random) => {
  await onlyWorker(world);
  const hours = 1 + random.below(14);
  await world.clock.advanceTo(world.clock.now() + hours * 3_600_000);
  return `${hours} h`;
};

/** Thousands of leads and a block list are imported while mails leave; whoever the list names gets no mail after it was committed. */
export const importDuringSending: Fault = async (world) => {
  await onlyWorker(world);
  await world.addLeads(world.strictCampaignId, world.importedLeads);
  const [row] = await world.test.query<{ count: number }>(
    `
      with named as (
          select email as value
          from (
            select distinct l.email, e.open_intent_id is null as idle
            from enrolment e
            join lead l on l.id = e.lead_id
            where e.campaign_id = $2 and e.status in ('STARTED', 'INPROGRESS')
            order by 2, 1
            limit 5
          ) n
          union all
          select 'blocked.' || n || '@elsewhere.test'
          from generate_series(1, $3::int) n
        ),
        listed as (
          insert into suppression (workspace_id, kind, value, source)
          select $1, 'email', value, 'import'
          from named
          on conflict
          do nothing
          returning value
        )
      select count(*)::int as count
      from listed
    `,
    [world.workspaceId, world.busyCampaignId, world.importedLeads],
  );
  const committedAtReal = Date.now() + 1;
  const listed = await world.test.query<{ value: string }>(
    `select value from suppression where workspace_id = $1 and source = 'import' and value not like 'blocked.%'`,
    [world.workspaceId],
  );
  for (const { value } of listed)
    if (!world.stops.some((stop) => stop.value === value))
      world.stops.push({ what: 'email', value, committedAtReal, liftedAtReal: null });
  return `${world.importedLeads} leads, ${row?.count ?? 0} blocked`;
};

/** A lead that no mail can be made of, or whose name would break one. */
export const poisonLead: Fault = async (world, random) => {
  await onlyWorker(world);
  const [lead] = await world.test.query<{ id: number }>(
    `
      select l.id
      from lead l
      join enrolment e on e.lead_id = l.id
      where e.campaign_id = $1 and e.status = 'STARTED' and e.open_intent_id is null
      order by e.id
      limit 1
    `,
    [world.busyCampaignId],
  );
  if (!lead) return null;
  await world.test.query('update lead set first_name = $2 where id = $1', [
    lead.id,
    random.pick([null, '', 'Bo\r\nBcc: all@northlight.test', '\u0001\u0002 Zoe', 'Tim'.repeat(50)]),
  ]);
  return `lead ${lead.id}`;
};

const poison = [
  '<p>{{ first_name | }}</p>',
  '<p>{% if first_name %}open</p>',
  `<p>${'{a|'.repeat(2_000)}</p>`,
  '<p>{% for i in (1..100000000) %}{{ i }}{% endfor %}</p>',
  '<p>{{ no_such_field }}</p>',
];

/**
 * The text of the first step becomes one that no mail can be made of, while its mails leave; then somebody puts it
 * right and lets its leads go on.
 */
export const poisonTemplate: Fault = async (world, random) => {
  await onlyWorker(world);
  const [variant] = await world.test.query<{ id: number; email_body: string }>(
    `
      select v.id, v.email_body
      from step_variant v
      join sequence_step s on s.id = v.step_id
      where s.campaign_id = $1 and s.seq_number = 1
    `,
    [world.busyCampaignId],
  );
  if (!variant) return null;
  const text = random.pick(poison);
  await world.test.query('update step_variant set email_body = $2, updated_at = clock_timestamp() where id = $1', [
    variant.id,
    text,
  ]);
  await wait(1_500);
  await world.test.query('update step_variant set email_body = $2, updated_at = clock_timestamp() where id = $1', [
    variant.id,
    variant.email_body,
  ]);
  const freed = await world.test.query(
    `
      update enrolment
      set is_parked = false
      where campaign_id = $1
        and is_parked
        and status in ('STARTED', 'INPROGRESS')
        and lead_id in (select id from lead where first_name like 'Lead%')
      returning id
    `,
    [world.busyCampaignId],
  );
  return `${text.slice(0, 24)}, ${freed.length} leads parked`;
};
