import type { Client } from 'pg';
import { defineBench } from './harness/bench';
import { createBenchApp } from './harness/bench-app';
import { fillUnchecked } from './harness/fill';
import { fillMailboxes, mailboxes } from './harness/mailboxes-data';
import { openBenchPostgres } from './harness/postgres';
import { p95, watchSql } from './harness/watch-sql';

/** What the fleet page asks when it opens. */
const requests = [
  ['ranking', '/api/fleet'],
  ['plan', '/api/fleet/plan'],
] as const;

export default defineBench({
  name: 'fleet-page',
  summary: 'the fleet page over 5,000 mailboxes: each of its requests against its own SQL',
  async run(bench) {
    const { url, owner } = await openBenchPostgres(bench);
    const ids = await fillMailboxes(owner);
    await fillUnchecked(owner, () => fillFleet(owner, ids));
    const { app, headers } = await createBenchApp(bench, { url, owner, ...ids });
    const sql = watchSql();
    const repeats = bench.quick ? 8 : 20;
    const ratios: number[] = [];
    const figures: Record<string, number> = { mailboxes };
    for (const [name, path] of requests) {
      const whole: number[] = [];
      const inside: number[] = [];
      for (let turn = -3; turn < repeats; turn += 1) {
        sql.restart();
        const begin = performance.now();
        const answer = await app.request(path, { headers });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
        if (turn < 0) continue;
        whole.push(performance.now() - begin);
        inside.push(sql.spent());
      }
      const [request, statements] = [p95(whole), p95(inside)];
      bench.say(`${name}: p95 ${request.toFixed(1)} ms, SQL ${statements.toFixed(1)} ms`);
      ratios.push(request / statements);
      figures[`p95 of the ${name}, ms`] = Math.round(request);
    }
    bench.record({
      name: 'fleet-page',
      what: `p95 of a request over that of its SQL, for the ranking and the plan of the fleet page over ${mailboxes.toLocaleString('en-US')} mailboxes`,
      values: ratios,
      unit: 'times',
      goal: { atMost: 3, text: 'under 3x' },
      figures,
    });
  },
});

/** Four weeks of metrics and warmup, spam reports, pods, and a campaign that runs with leads that wait. */
async function fillFleet(owner: Client, ids: { workspace: number; campaign: number }) {
  const { workspace } = ids;
  await owner.query(
    `
      insert into event_rollup (workspace_id, dimension, dimension_id, axis, bucket, kind, count, first_count)
      select $1, 'mailbox', m.id, 'sent', date_trunc('hour', now()) - day * interval '1 day', k.kind, k.count, k.count
      from mailbox m, generate_series(1, 27) as day,
        lateral (values ('SENT', 30), ('BOUNCE', (m.id % 40 = 0)::int * 3), ('SENDER_BOUNCE', (m.id % 60 = 0)::int),
          ('REPLY', (day % 2)::int), ('OPEN', 12)) as k(kind, count)
      where k.count > 0
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into warmup_mail (
        workspace_id, from_mailbox_id, from_email, to_email, day, state, send_at, sent_at, message_id, envelope_id,
          subject, body_text, landed
      )
      select $1, m.id, m.from_email, 'partner@warm.test', '2026-01-01', 'SENT', at, at, '<w' || m.id || '.' || k || '@w>',
        'w' || m.id || '.' || k, 'Hello', 'Hello', case when (m.id + k) % 12 = 0 then 'SPAM' else 'INBOX' end
      from mailbox m, generate_series(1, 20) as k, lateral (select now() - k * interval '1 day' as at) as a
    `,
    [workspace],
  );
  await owner.query(
    `
      update intent
      set sent_at = send_at
      where workspace_id = $1
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into message (
        workspace_id, direction, mailbox_id, intent_id, message_id, dedupe_key, from_email, kind, at
      )
      select $1, 'in', i.mailbox_id, i.id, 'c' || i.id, 'c' || i.id, 'fbl@provider.test', 'complaint', now()
      from intent i
      where i.workspace_id = $1 and i.id % 500 = 0
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into fleet_rule (workspace_id, pods, send_weeks, rest_from, least_sending, rests_high_risk)
      values ($1, 4, 3, current_date, 5, false)
    `,
    [workspace],
  );
  await owner.query(
    `insert into fleet_member (workspace_id, mailbox_id, pod) select $1, m.id, m.id % 4 from mailbox m`,
    [workspace],
  );
  await addWaitingLeads(owner, ids);
}

async function addWaitingLeads(owner: Client, { workspace, campaign }: { workspace: number; campaign: number }) {
  await owner.query(`update campaign set status = 'ACTIVE', max_leads_per_day = 20000 where id = $1`, [campaign]);
  await owner.query(
    `
      insert into lead (workspace_id, email, domain)
      select $1, 'lead' || g || '@prospects.test', 'prospects.test'
      from generate_series(1, 20000) as g
    `,
    [workspace],
  );
  await owner.query(
    `
      insert into enrolment (workspace_id, campaign_id, lead_id, provider, status, next_due_at)
      select $1, $2, l.id, (array['GMAIL', 'OUTLOOK', 'OTHER'])[1 + l.id % 3],
        case when l.id % 2 = 0 then 'STARTED' else 'INPROGRESS' end, now() + (l.id % 14) * interval '1 day'
      from lead l
      where l.workspace_id = $1
    `,
    [workspace, campaign],
  );
  await owner.query(
    `insert into lead_count (workspace_id, campaign_id, status, leads) values ($1, $2, 'STARTED', 10000)`,
    [workspace, campaign],
  );
}
