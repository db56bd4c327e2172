import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import type { RequestActor } from '#platform/http/request-actor';
import { replyToThread } from '#inbox/inbox.api';
import { listActivities, readHistories } from './lead-reads';
import { readLeadsStatistics } from './leads-statistics';
import { listView } from './master-inbox';
import { readHistory } from './messages';

const hour = 3_600_000;
let world: SendingWorld;
let who: RequestActor;
let campaignId: number;
let place: { enrolment_id: number; lead_id: number };

beforeAll(async () => {
  world = await createSendingWorld();
  who = world.me as unknown as RequestActor;
  const mailboxId = await world.connect('rosa@northlight.test');
  campaignId = await world.campaign({ mailboxIds: [mailboxId], leads: ['replies.b@prospects.test'] });
  await world.runUntil(world.main.clock.now() + 3 * hour);
  await world.reading.syncDueMailboxes();
  [place] = (await world.main.test.query(
    'select id as enrolment_id, lead_id from enrolment where campaign_id = $1 and reply_count = 1',
    [campaignId],
  )) as [typeof place];
});
afterAll(() => world.close());

/** Reads as the product does; meanwhile the database has no transaction open, so that no connection waits for a thread. */
function watched() {
  const read: string[] = [];
  const run: typeof world.main.deps.heavyWork.run = async (task, input, size) => {
    const open = await world.main.test.query(
      `
        select query
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      `,
    );
    expect(open).toEqual([]);
    read.push(task.name);
    return world.main.deps.heavyWork.run(task, input, size);
  };
  return { read, deps: { ...world.main.deps, heavyWork: { ...world.main.deps.heavyWork, run } } };
}

const page = { offset: 0, limit: 10 };
test.each<[string, (deps: SendingWorld['main']['deps']) => Promise<unknown>]>([
  [
    'the history of a lead',
    (deps) =>
      readHistory(
        deps,
        who,
        { campaignId, leadId: place.lead_id },
        {
          ...page,
          show_plain_text_response: false,
        },
      ),
  ],
  ['histories of leads', (deps) => readHistories(deps, who, campaignId, { leadIds: [place.lead_id] })],
  ['activities', (deps) => listActivities(deps, who, page)],
  ['statistics of leads', (deps) => readLeadsStatistics(deps, who, campaignId, page)],
  [
    'the inbox',
    (deps) =>
      listView(deps, who, {
        view: 'replies',
        body: { ...page, filters: {} } as never,
        query: { fetch_message_history: true },
      }),
  ],
  [
    'an answer with its quotation',
    (deps) =>
      replyToThread(deps as never, who, place.enrolment_id, { html: '<p>Gladly</p>', add_signature: false } as never),
  ],
])('%s holds no connection while mails are cleaned', async (_, read) => {
  const { deps, read: tasks } = watched();
  await read(deps);
  expect(tasks).toContain('clean-mails');
});

test('notices a transaction that waits', async () => {
  const { deps } = watched();
  const inside = deps.db.tenantSql(who.workspaceId, () =>
    readHistories(deps, who, campaignId, { leadIds: [place.lead_id] }),
  );
  await expect(inside).rejects.toThrow('set_config');
});
