import { Agent, request } from 'node:http';
import { createVault, type Vault } from '../backend/src/platform/crypto/vault';
import { createMasterKey } from '../backend/src/platform/crypto/master-key';
import {
  secretContext,
  startWebhookWorker,
  type WebhookDeps,
} from '../backend/src/services/main/notices/webhooks/webhook-worker';
import { noIntegrations } from '../backend/src/platform/testing/no-integrations';
import { defineBench, type Bench } from './harness/bench';
import { createSendingLoad, startSink, type SendingLoad } from './harness/sending-load';
import { quantile } from './harness/spread';

const webhooks = 50;
const hanging = 1_000;
/** Milliseconds after which a request that hangs is given up; half a minute in life, and nothing but the length of the run here. */
const timeout = 15_000;

/** Queues deliveries of sent mails, as the event's own transaction does, and wakes the worker. */
async function queue({ owner, workspaceId }: SendingLoad, count: number, path: 'ok' | 'hang'): Promise<void> {
  await owner.query(
    `
      with w as (select array_agg(id order by id) as ids from webhook where workspace_id = $1 and name = $3),
        i as (select *, row_number() over (order by id) as n from intent order by id limit $2)
      insert into webhook_delivery (workspace_id, webhook_id, event_type, payload, next_attempt_at)
      select $1, w.ids[1 + g.n % cardinality(w.ids)], 'EMAIL_SENT',
        jsonb_build_object(
          'source',
            jsonb_build_object(
              'kind', 'SENT', 'campaign_id', i.campaign_id, 'enrolment_id', i.enrolment_id, 'mailbox_id',
                i.mailbox_id, 'intent_id', i.id
            )
        ),
        now()
      from generate_series(1, $2::int) g(n)
      cross join w
      join i on i.n = 1 + (g.n - 1) % (select count(*) from i)
    `,
    [workspaceId, count, path],
  );
  await owner.query(`select pg_notify('skein_webhooks', '')`);
}

const waitUntil = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 50));
};

/** Sent mails, and webhooks of which some answer and others hang. */
async function addWebhooks({ owner, workspaceId }: SendingLoad, vault: Vault, port: number): Promise<void> {
  await owner.query(
    `
      update intent
      set subject = 'A subject', body_html = repeat('<p>Five kilobytes.</p>', 250),
        body_text = repeat('Five kilobytes. ', 100), state = 'SENT', sent_at = send_at
    `,
  );
  for (const [path, count] of [
    ['ok', webhooks],
    ['hang', hanging],
  ] as const) {
    const { rows } = await owner.query<{ id: number }>(
      `
        insert into webhook (workspace_id, name, webhook_url, event_types)
        select $1, $2, 'http://127.0.0.1:' || $3 || '/' || $2 || '/' || n, '{EMAIL_SENT}'
        from generate_series(1, $4::int) n
        returning id
      `,
      [workspaceId, path, String(port), count],
    );
    for (const { id } of rows)
      await owner.query('update webhook set secret_sealed = $2 where id = $1', [
        id,
        Buffer.from(vault.seal('secret', secretContext(workspaceId, id))),
      ]);
  }
  await owner.query('vacuum analyze');
}

/** Deliveries to healthy webhooks that are still to be made. */
const left = async ({ owner }: SendingLoad) =>
  (
    (
      await owner.query<{ count: number }>(
        `
          select count(*)::int as count
          from webhook_delivery d
          where d.state in ('PENDING', 'DELIVERING')
            and d.webhook_id in (select w.id from webhook w where w.name = 'ok')
        `,
      )
    ).rows[0] as { count: number }
  ).count;
/** Requests that are in flight. */
const inFlight = async ({ owner }: SendingLoad) =>
  (
    (
      await owner.query<{ count: number }>(
        `select count(*)::int as count from webhook_delivery where state = 'DELIVERING'`,
      )
    ).rows[0] as { count: number }
  ).count;

/** Posts one ready body over 64 kept connections. */
function barePool(bench: Bench, port: number, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  bench.cleanUp(() => agent.destroy());
  const body = JSON.stringify({
    event_type: 'EMAIL_SENT',
    sent_message_body: '<p>Five kilobytes.</p>'.repeat(250),
    sent_message: { html: '<p>Five kilobytes.</p>'.repeat(250) },
    custom_email_message: '<p>Five kilobytes.</p>'.repeat(250),
  });
  const post = (place: number) =>
    new Promise<void>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path: `/ok/${place}`,
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          answer.resume();
          answer.on('end', resolve);
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  return async () => {
    await Promise.all(Array.from({ length: count }, (_, place) => post(place % webhooks)));
    return { operations: count };
  };
}

/** p99 of queueing to delivery over healthy deliveries that come in small lots, in milliseconds. */
async function healthy(load: SendingLoad): Promise<number> {
  const begin = new Date();
  for (let lot = 0; lot < 40; lot += 1) {
    await queue(load, 10, 'ok');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await waitUntil(async () => (await left(load)) === 0);
  const { rows } = await load.owner.query<{ ms: number }>(
    `
      select (extract(epoch from d.delivered_at - d.created_at) * 1000)::float8 as ms
      from webhook_delivery d
      join webhook w on w.id = d.webhook_id
      where w.name = 'ok' and d.created_at >= $1
    `,
    [begin],
  );
  return quantile(
    rows.map((row) => row.ms).sort((one, other) => one - other),
    0.99,
  );
}

/** Healthy deliveries alone, and beside a thousand addresses that never answer. */
async function besideHanging(bench: Bench, load: SendingLoad): Promise<void> {
  const values: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  const still: number[] = [];
  await healthy(load);
  for (let round = 0; round < bench.rounds; round += 1) {
    alone.push(await healthy(load));
    // A thousand addresses that never answer, one request in flight to each.
    await queue(load, hanging, 'hang');
    await waitUntil(async () => (await inFlight(load)) === hanging);
    beside.push(await healthy(load));
    still.push(await inFlight(load));
    values.push((beside.at(-1) as number) / (alone.at(-1) as number));
    bench.say(
      `  hanging ${round + 1}/${bench.rounds}: p99 ${Math.round(alone.at(-1) as number)} ms alone, ${Math.round(beside.at(-1) as number)} ms beside ${hanging} that hang`,
    );
    await waitUntil(async () => (await inFlight(load)) === 0);
    await load.owner.query(`delete from webhook_delivery where state <> 'DELIVERED'`);
  }
  bench.record({
    name: 'webhooks-hanging',
    what: `p99 of healthy deliveries beside ${hanging} hanging endpoints, divided by their p99 without`,
    values,
    unit: 'x',
    goal: { atMost: 1.1, text: 'at most 1.1x' },
    figures: {
      'p99 alone, ms': Math.round(
        quantile(
          [...alone].sort((a, b) => a - b),
          0.5,
        ),
      ),
      'p99 beside, ms': Math.round(
        quantile(
          [...beside].sort((a, b) => a - b),
          0.5,
        ),
      ),
      'still hanging at the end, least': Math.min(...still),
    },
    note: '200 healthy deliveries a second, from being queued to the record of their answer; the hanging requests are all in flight when it begins.',
  });
}

export default defineBench({
  name: 'webhooks',
  summary:
    'signed, recorded, retried deliveries against a bare HTTP pool; a thousand hanging endpoints beside healthy ones',
  async run(bench) {
    const size = bench.quick ? 300 : 1_000;
    const sink = await startSink(bench, 'http-sink.mjs');
    const load = await createSendingLoad(bench, 1, { mailboxes: 500, batches: 2 });
    const vault = createVault(createMasterKey());
    await addWebhooks(load, vault, sink.port);
    const deps: WebhookDeps = {
      db: load.db,
      vault,
      allowPrivateAddresses: true,
      publicUrl: 'http://localhost:3000',
      now: () => Date.now(),
      log: load.deps.log,
      timeout,
      integrations: noIntegrations,
    };
    const worker = startWebhookWorker(deps);
    let isWorking = true;
    const stop = async () => {
      if (isWorking) {
        isWorking = false;
        await worker.stop();
      }
    };
    const ours = async () => {
      await queue(load, size, 'ok');
      await waitUntil(async () => (await left(load)) === 0);
      return { operations: size };
    };

    await bench.compare({
      name: 'webhooks',
      what: 'one delivery: claimed, its body built from the lead, the mail and the campaign, signed, posted, its answer recorded',
      against: 'a bare HTTP pool of 64 that posts one ready body',
      measure: 'cpu',
      alsoCpuOf: [load.pid],
      goal: { atMost: 4, text: 'at most 4x the CPU (at least 0.25x the deliveries)' },
      ours,
      theirs: barePool(bench, sink.port, size * 4),
      note: `Bodies of about 15 KB to ${webhooks} webhooks of a server that counts on no side; ours are durable in PostgreSQL before and after, with the body that was sent, so that a person can read and send it again.`,
    });

    await besideHanging(bench, load);
    await stop();
  },
});
