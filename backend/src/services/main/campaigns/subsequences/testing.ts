import { createTransport } from 'nodemailer';
import type { SubsequenceTrigger } from '@skein/contracts/main/subsequence-triggers';
import { subsequencesContract } from '@skein/contracts/main/subsequences.contract';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '#inbox/inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';
import { startSubsequence, type TestSubsequence } from './testing/start-subsequence';
import { subsequenceRows } from './testing/subsequence-rows';

/** A parent campaign whose first e-mail is out, with real servers around it, and hands that make what happens in it. */
export async function createSubsequenceWorld(options: {
  leads: string[];
  steps?: { days: number; subject: string; body: string }[];
  settings?: Record<string, unknown>;
}) {
  const world: SendingWorld = await createSendingWorld();
  const sync: SyncSteps = createSyncSteps(inboxSyncDeps(world.main.deps));
  const box = 'rosa@northlight.test';
  const mailboxId = await world.connect(box, { message_per_day: 500, min_time_to_wait_minutes: 0 });
  const steps = options.steps ?? [
    {
      days: 0,
      subject: 'Yard time',
      body: '<p>Hi {{first_name}}, <a href="https://northlight.test/offer">see</a></p>',
    },
    { days: 30, subject: '', body: '<p>Again</p>' },
  ];
  const parentId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: options.leads,
    steps,
    settings: {
      min_time_btwn_emails: 3,
      is_schedule_saved: true,
      bounce_guard_enabled: false,
      unsubscribe_text: 'Stop',
      ...options.settings,
    },
  });
  const { query, enrolment, sentIntent, pushes } = subsequenceRows(world, parentId);
  const api = () => world.main.asClient(subsequencesContract, world.me);
  return {
    world,
    sync,
    mailboxId,
    parentId,
    /** The first e-mails leave; afterwards the parent fires seldom. */
    async sendFirst(hours: number) {
      await world.runUntil(world.main.clock.now() + hours * 3_600_000);
      await query('update campaign set min_time_btwn_emails = 240 where id = $1', [parentId]);
    },
    query,
    enrolment,
    sentIntent,
    api,
    /** A running subsequence of this parent, or of another. */
    start: (name: string, triggers: SubsequenceTrigger[], more: TestSubsequence & { parentId?: number } = {}) =>
      startSubsequence(world, name, triggers, { parentId, ...more }),
    /** Somebody answers the latest mail of a campaign, over SMTP and IMAP. */
    async reply(email: string, text: string, campaignId = parentId) {
      const intent = await sentIntent(email, campaignId);
      const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
      await transport.sendMail({
        from: email,
        to: box,
        subject: 'Re: Yard time',
        text,
        ...(intent ? { inReplyTo: intent.message_id } : {}),
      });
      transport.close();
      await sync.syncDueMailboxes();
    },
    pushes,
    async close() {
      await sync.close();
      await world.close();
    },
  };
}
export type SubsequenceWorld = Awaited<ReturnType<typeof createSubsequenceWorld>>;
