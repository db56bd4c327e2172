import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhooksContract } from '@skein/contracts/main/webhooks.contract';

import { createTestMain, type SignedIn, type TestMain } from '#main/testing';
import { deliver } from './deliver';
import { webhookDeps } from './webhooks';
import { forgetDeliveries } from './webhooks.jobs';
import { retryMinutes, retryDelivery } from './retry-delivery';
import { startWebhookWorker } from './webhook-worker';
import { appendEvents } from '#lifecycle/events/append-events';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  json: Record<string, unknown>;
}
let main: TestMain;
let me: SignedIn;
let receiver: Server;
let received: Received[] = [];
let answers: number[] = [];
const waiters: (() => void)[] = [];
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
/** Resolves when so many requests have arrived. */
const arrived = async (count: number) => {
  while (received.length < count) await new Promise<void>((resolve) => waiters.push(resolve));
};

beforeAll(async () => {
  main = await createTestMain();
  me = await main.signIn();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, json: JSON.parse(body) as Record<string, unknown> });
      response.writeHead(answers.shift() ?? 200).end('ok');
      for (const waiter of waiters.splice(0)) waiter();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await main.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received = [];
  answers = [];
});

const client = () => main.asClient(webhooksContract, me);
const emit = (kind: 'SENT' | 'OPEN', isMachine = false) =>
  main.deps.db.systemSql((sql) =>
    appendEvents(sql, [
      { workspaceId: me.workspaceId, kind, at: new Date(main.clock.now()), isMachine, isFirst: true, evidence: {} },
    ]),
  );

test('delivers what was subscribed to, signed, once for every matching subscription, and never for machines', async () => {
  const webhook = await client().createWebhook({
    body: {
      name: 'CRM',
      webhook_url: url(),
      event_types: ['EMAIL_SENT', 'EMAIL_OPEN'],
      secret_key: 'a-secret-of-mine',
    },
  });
  expect(webhook).toMatchObject({ has_secret: true, scope: 1 });
  const worker = startWebhookWorker(webhookDeps(main.deps));
  await emit('OPEN', true);
  await emit('SENT');
  await arrived(1);
  await worker.stop();
  expect(received).toHaveLength(1);
  const [only] = received as [Received];
  expect(only.json).toMatchObject({
    event_type: 'EMAIL_SENT',
    webhook_id: webhook.id,
    secret_key: 'a-secret-of-mine',
  });
  expect(JSON.stringify(await main.test.query('select payload from webhook_delivery'))).not.toContain('a-secret');
  expect(only.headers['x-smartlead-signature']).toBe(
    `sha256=${createHmac('sha256', 'a-secret-of-mine').update(only.body).digest('hex')}`,
  );
  expect(only.headers['x-webhook-level']).toBe('user');
  // As Standard Webhooks say, with the time of this try under the signature.
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = only.headers;
  expect(id).toBe(only.headers['x-request-id']);
  expect(at).toBe(String(Math.floor(main.realClock.now() / 1000)));
  expect(signature).toBe(
    `v1,${createHmac('sha256', 'a-secret-of-mine')
      .update(`${String(id)}.${String(at)}.${only.body}`)
      .digest('base64')}`,
  );
  const { rows } = await client().listDeliveries({ params: { webhookId: webhook.id } });
  expect(rows).toEqual([
    expect.objectContaining({
      state: 'DELIVERED',
      attempts: 1,
      last_status: 200,
      request_id: only.headers['x-request-id'],
    }),
  ]);
  await client().deleteWebhook({ params: { webhookId: webhook.id } });
});

test('a reply on LinkedIn is told with its own words', async () => {
  const one = async (sql: string, values: unknown[]) =>
    (await main.test.query<{ id: number }>(`${sql} returning id`, values))[0]?.id as number;
  const ws = me.workspaceId;
  const campaignId = await one(`insert into campaign (workspace_id, name) values ($1, 'Docks')`, [ws]);
  const leadId = await one(`insert into lead (workspace_id, email, domain) values ($1, 'ada@firm.test', 'firm.test')`, [
    ws,
  ]);
  const enrolmentId = await one(
    'insert into enrolment (workspace_id, campaign_id, lead_id, spin_index) values ($1, $2, $3, 0)',
    [ws, campaignId, leadId],
  );
  const accountId = await one(
    `insert into linkedin_account (workspace_id, name, provider) values ($1, 'Rosa', 'test')`,
    [ws],
  );
  const messageId = await one(
    `
      insert into linkedin_message (workspace_id, account_id, enrolment_id, provider_message, text, at)
      values ($1, $2, $3, 'm1', 'Thursday works.', now())
    `,
    [ws, accountId, enrolmentId],
  );
  const webhook = await client().createWebhook({
    body: { name: 'Replies', webhook_url: url(), event_types: ['EMAIL_REPLY'] },
  });
  const worker = startWebhookWorker(webhookDeps(main.deps));
  await main.deps.db.systemSql((sql) =>
    appendEvents(sql, [
      {
        ...{ workspaceId: ws, kind: 'REPLY', at: new Date(main.clock.now()), campaignId, enrolmentId, leadId },
        evidence: { message: `linkedin:${messageId}`, channel: 'LINKEDIN' },
      },
    ]),
  );
  await arrived(1);
  await worker.stop();
  expect(received[0]?.json).toMatchObject({
    ...{ event_type: 'EMAIL_REPLY', to_email: 'ada@firm.test', reply_body: 'Thursday works.' },
    reply_message: { message_id: `linkedin:${messageId}`, text: 'Thursday works.' },
  });
  await client().deleteWebhook({ params: { webhookId: webhook.id } });
});

test('tries again after a 500 with the same request id, gives up at once after a 404, and replays manually', async () => {
  const webhook = await client().createWebhook({
    body: { name: 'Retry', webhook_url: url(), event_types: ['EMAIL_SENT'] },
  });
  answers = [500];
  const worker = startWebhookWorker(webhookDeps(main.deps));
  await emit('SENT');
  await arrived(1);
  await worker.stop();
  const [waiting] = (await client().listDeliveries({ params: { webhookId: webhook.id } })).rows;
  expect(waiting).toMatchObject({ state: 'PENDING', attempts: 1, last_status: 500 });
  await client().replayDelivery({ params: { deliveryId: waiting?.id as string }, body: {} });
  answers = [404];
  const second = startWebhookWorker(webhookDeps(main.deps));
  await arrived(2);
  await second.stop();
  expect(received[1]?.headers['x-request-id']).toBe(received[0]?.headers['x-request-id']);
  expect((await client().listDeliveries({ params: { webhookId: webhook.id } })).rows[0]).toMatchObject({
    state: 'FAILED',
    last_status: 404,
  });
  await client().deleteWebhook({ params: { webhookId: webhook.id } });
});

test('spreads eight attempts over 72 hours', () => {
  expect(retryMinutes).toHaveLength(7);
  expect(retryMinutes.reduce((sum, minutes) => sum + minutes, 0)).toBeGreaterThanOrEqual(71 * 60);
  expect(retryDelivery({ status: 500, error: 'x', durationMs: 1 }, 8, 0).state).toBe('FAILED');
  expect(retryDelivery({ status: 429, error: 'x', durationMs: 1 }, 1, 0).state).toBe('PENDING');
  expect(retryDelivery({ status: 302, error: 'x', durationMs: 1 }, 1, 0).state).toBe('FAILED');
});

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://10.0.0.1/',
  'http://localhost:1/',
  'http://169.254.169.254/latest',
  'http://[::ffff:127.0.0.1]:1/',
])('refuses %s outside the sandbox before anything is sent', async (address) => {
  const answer = await deliver(
    { url: address, body: '{}', requestId: 'x', level: 'user', secret: null },
    { allowPrivateAddresses: false },
  );
  expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/not a public address/) });
});

test('sends a sample on demand and shows what the address answered; a change keeps what it does not name', async () => {
  const webhook = await client().createWebhook({
    body: { name: 'Test', webhook_url: url(), event_types: ['EMAIL_REPLY'], is_active: false },
  });
  answers = [418];
  const delivery = await client().testWebhook({
    params: { webhookId: webhook.id },
    body: { event_type: 'EMAIL_REPLY' },
  });
  expect(delivery).toMatchObject({ is_test: true, state: 'FAILED', last_status: 418 });
  expect(received[0]?.json).toMatchObject({ event_type: 'EMAIL_REPLY', is_test: true });
  expect(await client().updateWebhook({ params: { webhookId: webhook.id }, body: { name: 'Renamed' } })).toMatchObject({
    name: 'Renamed',
    is_active: false,
    event_types: ['EMAIL_REPLY'],
  });
});

test('a replaced secret signs for a day as well, whoever replaces it; the same again changes nothing, and none ends both', async () => {
  const webhook = await client().createWebhook({
    body: { name: 'Signed', webhook_url: url(), event_types: ['EMAIL_REPLY'], secret_key: 'the first secret' },
  });
  const params = { webhookId: webhook.id };
  const signers = async () => {
    received = [];
    await client().testWebhook({ params, body: { event_type: 'EMAIL_REPLY' } });
    const [{ headers, body }] = received as [Received];
    return String(headers['webhook-signature'])
      .split(' ')
      .map((signature) =>
        ['the first secret', 'the second secret', 'the third secret'].find(
          (secret) =>
            signature ===
            `v1,${createHmac('sha256', secret)
              .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
              .digest('base64')}`,
        ),
      );
  };
  expect(await client().updateWebhook({ params, body: { secret_key: 'the first secret' } })).toMatchObject({
    previous_secret_until: null,
  });
  const replaced = await client().updateWebhook({ params, body: { secret_key: 'the second secret' } });
  expect(replaced.previous_secret_until).toBe(new Date(main.realClock.now() + 24 * 3_600_000).toISOString());
  expect(await signers()).toEqual(['the second secret', 'the first secret']);
  await client().updateWebhook({ params, body: { name: 'Renamed', secret_key: 'the second secret' } });
  expect(await signers()).toEqual(['the second secret', 'the first secret']);
  await client().rotateSecret({ params, body: { secret_key: 'the third secret', overlap_hours: 0 } });
  expect(await signers()).toEqual(['the third secret']);
  await client().rotateSecret({ params, body: { secret_key: 'the first secret', overlap_hours: 72 } });
  expect(await signers()).toEqual(['the first secret', 'the third secret']);
  await main.test.query(
    `update webhook set previous_secret_until = '${new Date(main.realClock.now()).toISOString()}' where id = ${webhook.id}`,
  );
  expect(await signers()).toEqual(['the first secret']);
  await client().rotateSecret({ params, body: { secret_key: 'the second secret' } });
  expect(await client().updateWebhook({ params, body: { secret_key: null } })).toMatchObject({
    has_secret: false,
    previous_secret_until: null,
  });
  expect(
    await main.test.query(`select 1 from webhook where id = ${webhook.id} and previous_secret_sealed is not null`),
  ).toEqual([]);
});

test('keeps a delivery that is over for 30 days, and one that still waits for longer', async () => {
  const webhook = await client().createWebhook({
    body: { name: 'CRM', webhook_url: url(), event_types: ['EMAIL_SENT'] },
  });
  const days = (count: number) => new Date(main.realClock.now() - count * 86_400_000);
  for (const [state, at] of [
    ['DELIVERED', days(29)],
    ['DELIVERED', days(31)],
    ['FAILED', days(31)],
    ['PENDING', days(31)],
  ] as const)
    await main.test.query(
      `
        insert into webhook_delivery (workspace_id, webhook_id, event_type, payload, state, created_at)
        values ($1, $2, 'EMAIL_SENT', '{}', $3, $4)
      `,
      [me.workspaceId, webhook.id, state, at],
    );
  await main.deps.db.systemSql((sql) => main.deps.jobs.enqueue(sql, forgetDeliveries, {}));
  await main.runJobs();
  const { rows } = await client().listDeliveries({ params: { webhookId: webhook.id } });
  expect(rows.map(({ state, created_at }) => [state, created_at])).toEqual([
    ['PENDING', days(31).toISOString()],
    ['DELIVERED', days(29).toISOString()],
  ]);
  await client().deleteWebhook({ params: { webhookId: webhook.id } });
});
