import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from './sync-due';
import { syncedRows } from './testing/synced-rows';
import { writeOverTheWire, type TestLetter } from './testing/write-over-the-wire';

export const hour = 3_600_000;
export const day = 24 * hour;

/** A world that sends and reads the answers: made before the tests of a file and closed behind them. Mails reach it over the wire. */
export function syncStory() {
  let world: SendingWorld;
  let sync: SyncSteps;
  beforeAll(async () => {
    world = await createSendingWorld({
      after: async () => {
        await sync.syncDueMailboxes();
      },
    });
    sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  });
  afterAll(async () => {
    await sync.close();
    await world.close();
  });

  /** A lead that was written to, from a mailbox of its own. */
  async function sentTo(
    lead: string,
    settings: Record<string, unknown> = {},
    steps?: { days: number; subject: string; body: string }[],
    more: string[] = [],
  ) {
    const email = `box${Math.random().toString(36).slice(2, 8)}@northlight.test`;
    const mailboxId = await world.connect(email);
    const campaignId = await world.campaign({
      mailboxIds: [mailboxId],
      leads: [lead, ...more],
      settings: {
        sending_days: [1, 2, 3, 4, 5, 6, 7],
        window_start: '00:00',
        window_end: '23:59',
        min_time_btwn_emails: 20,
        ...settings,
      },
      steps,
    });
    await world.runUntil(world.main.clock.now() + hour);
    const [intent] = await world.main.test.query<{ message_id: string; subject: string }>(
      `select message_id, subject from intent where campaign_id = $1 and state = 'SENT' and to_email = $2`,
      [campaignId, lead],
    );
    return {
      email,
      mailboxId,
      campaignId,
      messageId: intent?.message_id as string,
      subject: intent?.subject as string,
    };
  }

  return {
    get world() {
      return world;
    },
    get sync() {
      return sync;
    },
    ...syncedRows(() => world),
    write: (letter: TestLetter) => writeOverTheWire(world, letter),
    sentTo,
  };
}
