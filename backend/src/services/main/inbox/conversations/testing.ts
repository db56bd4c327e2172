import type { CampaignId, MailboxId } from '@skein/contracts/ids';
import { createTransport } from 'nodemailer';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { createSyncSteps, inboxSyncDeps, type SyncSteps } from '../inbox-sync/sync-due';
import { createSendingWorld, type SendingWorld } from '#sending/delivery/testing';

const hour = 3_600_000;
export const box = 'rosa@northlight.test';
export const steps = [
  {
    days: 0,
    subject: 'Yard time',
    body: '<p>Hi {{first_name}}, see <a href="https://northlight.test/offer">the offer</a>.</p>',
  },
  { days: 3, subject: '', body: '<p>Again</p>' },
  { days: 3, subject: '', body: '<p>Last</p>' },
];
const leads = [
  'priya@alder.test',
  'jonas@meridian.test',
  'paul@norrsken.test',
  'teresa@bluegrass.test',
  'samir@portline.test',
  'ingrid@fjord.test',
];

/** A campaign that sent its first emails, and the reader of the inboxes. */
export interface InboxWorld {
  world: SendingWorld;
  sync: SyncSteps;
  mailboxId: MailboxId;
  campaignId: CampaignId;
}

export async function createInboxWorld(): Promise<InboxWorld> {
  const world = await createSendingWorld();
  const sync = createSyncSteps(inboxSyncDeps(world.main.deps));
  const mailboxId = await world.connect(box, { message_per_day: 200, min_time_to_wait_minutes: 0 });
  await world.main.test.query(`update mailbox set signature = '<p>Rosa Kessler</p>' where id = $1`, [mailboxId]);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads,
    steps,
    settings: { min_time_btwn_emails: 3, bounce_guard_enabled: false },
  });
  await world.runUntil(world.main.clock.now() + 2 * hour);
  await sync.syncDueMailboxes();
  return { world, sync, mailboxId, campaignId };
}

/** What tests of conversations do in their world, which is there once they run. */
export function inboxIn(where: () => InboxWorld) {
  const inbox = (person = where().world.me) => where().world.main.asClient(inboxContract, person);
  const one = async <Row>(text: string, values: unknown[] = []) =>
    (await where().world.main.test.query<Row & Record<string, unknown>>(text, values))[0] as Row;
  const enrolmentOf = async (email: string) =>
    (
      await one<{ id: number }>(
        'select e.id from enrolment e join lead l on l.id = e.lead_id where l.email = $1 and e.campaign_id = $2',
        [email, where().campaignId],
      )
    ).id;
  const sentId = async (email: string) =>
    (
      await one<{ message_id: string }>(
        `select message_id from intent where to_email = $1 and state = 'SENT' order by id desc limit 1`,
        [email],
      )
    ).message_id;

  /** An email arrives, and is read. */
  async function write(mail: {
    from: string;
    subject?: string;
    text?: string;
    html?: string;
    inReplyTo?: string;
    headers?: Record<string, string>;
    to?: string;
    messageId?: string;
    attachments?: { filename: string; content: string; contentType?: string }[];
  }) {
    const transport = createTransport({ ...where().world.mail.smtp, secure: false, ignoreTLS: true });
    await transport.sendMail({ to: box, subject: 'Re: Yard time', ...mail });
    transport.close();
    await where().sync.syncDueMailboxes();
  }

  /** The mails that the mail server took for an address. */
  async function delivered(address: string): Promise<string[]> {
    const found = where().world.mail.record.find({ recipient: address });
    return Promise.all(
      found.map(async (entry) => (await where().world.mail.readMail(entry.contentId)).toString('utf8')),
    );
  }

  return { inbox, one, enrolmentOf, sentId, write, delivered };
}
