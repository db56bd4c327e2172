import { liveContract, liveMessage, type LiveMessage } from '@skein/contracts/main/live.contract';
import { streamLimits } from '#platform/live/stream-limits';
import { createTestMain, type SignedIn, type TestMain } from '#main/testing';

let main: TestMain;
let open: AbortController[];

beforeAll(async () => {
  main = await createTestMain();
});

beforeEach(() => {
  open = [];
});

afterEach(() => {
  for (const controller of open) controller.abort();
});

afterAll(() => main.close());

/** Listens like a browser; `next` waits for the next message. */
async function listen(path: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  open.push(controller);
  const answer = await main.app.request(path, { headers, signal: controller.signal });
  const reader = answer.body?.getReader();
  let text = '';
  return {
    answer,
    async next(): Promise<LiveMessage> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data) return liveMessage.parse(JSON.parse(data));
          continue;
        }
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error('the stream ended');
        text += new TextDecoder().decode(value);
      }
    },
  };
}

const publish = (person: SignedIn, topics: string[]) =>
  main.deps.db.tenant(person.workspaceId, (tx) => main.deps.live.publish(tx, person.workspaceId, topics));

it('tells a browser what changed in its workspace, and nothing of another', async () => {
  const me = await main.signIn();
  const stranger = await main.signIn();
  const stream = await listen('/api/live', me.headers);
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await stream.next()).toEqual({ type: 'everything' });
  await publish(stranger, ['campaign:99']);
  await publish(me, ['campaigns', 'campaign:12']);
  expect(await stream.next()).toEqual({ type: 'changed', topics: ['campaigns', 'campaign:12'] });
});

it('tells nothing when the transaction is rolled back', async () => {
  const me = await main.signIn();
  const stream = await listen('/api/live', me.headers);
  await stream.next();
  await expect(
    main.deps.db.tenant(me.workspaceId, async (tx) => {
      await main.deps.live.publish(tx, me.workspaceId, ['lost']);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await main.deps.db.tenantSql(me.workspaceId, (client) => main.deps.live.publish(client, me.workspaceId, ['kept']));
  expect(await stream.next()).toEqual({ type: 'changed', topics: ['kept'] });
});

it('says "everything" again after a reconnect, so that nothing is lost between', async () => {
  const me = await main.signIn();
  await (await listen('/api/live', me.headers)).next();
  expect(await (await listen('/api/live', { ...me.headers, 'last-event-id': '7' })).next()).toEqual({
    type: 'everything',
  });
});

it('takes a ticket once, within 30 seconds, and refuses API keys and strangers', async () => {
  const me = await main.signIn();
  const { ticket } = await main.asClient(liveContract, me).ticket({ body: {} });
  expect(await (await listen(`/api/live?ticket=${ticket}`)).next()).toEqual({ type: 'everything' });
  expect((await main.app.request(`/api/live?ticket=${ticket}`)).status).toBe(401);
  const late = await main.asClient(liveContract, me).ticket({ body: {} });
  main.realClock.advance(31_000);
  expect((await main.app.request(`/api/live?ticket=${late.ticket}`)).status).toBe(401);
  expect((await main.app.request('/api/live')).status).toBe(401);
  expect((await main.app.request('/api/live', { headers: { 'x-api-key': await main.apiKey(me) } })).status).toBe(401);
});

it('tells an open browser that its role changed, and ends its stream when its session ends', async () => {
  const me = await main.signIn({ role: 'FULL_MEMBER_ACCESS' });
  const stream = await listen('/api/live', me.headers);
  await stream.next();
  await main.test.query(`update app_user set role = 'VIEW_ONLY_ACCESS' where id = $1`, [me.userId]);
  expect(await stream.next()).toEqual({ type: 'changed', topics: ['me'] });
  await main.test.query('update user_session set revoked_at = now() where id = $1', [me.sessionId]);
  await expect(stream.next()).rejects.toThrow('the stream ended');
});

it('takes at most 30 connections of one person, refuses the next in a sentence, and has room again when one is closed', async () => {
  const me = await main.signIn();
  const streams = await Promise.all(Array.from({ length: streamLimits.person }, () => listen('/api/live', me.headers)));
  expect(streams.map(({ answer }) => answer.status)).toEqual(streams.map(() => 200));
  const refused = await main.app.request('/api/live', { headers: me.headers });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You have too many live connections open. Close tabs you do not need, or try again in a moment.',
  });
  const colleague = await main.signIn({ workspaceId: me.workspaceId });
  expect((await listen('/api/live', colleague.headers)).answer.status).toBe(200);
  open[open.length - 2]?.abort();
  expect((await listen('/api/live', me.headers)).answer.status).toBe(200);
});
