import { createTransport } from 'nodemailer';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { createSendingWorld, type SendingWorld } from './testing';

const hour = 3_600_000;
let world: SendingWorld;
let campaigns = 0;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const steps = [
  { days: 0, subject: 'Hello {{first_name}}', body: '<p>Hi</p>' },
  { days: 0, hours: 6, subject: '', body: '<p>Again</p>' },
];
const always = { window_start: '00:00', window_end: '24:00', min_time_btwn_emails: 30 };

/** A campaign of two steps whose first emails were sent. */
async function begun(leads: string[], mailboxIds?: number[]) {
  campaigns += 1;
  const mailbox = mailboxIds?.[0] ?? (await world.connect(`box${campaigns}@northlight.test`));
  const campaignId = await world.campaign({ mailboxIds: mailboxIds ?? [mailbox], leads, steps, settings: always });
  await world.runUntil(world.main.clock.now() + 4 * hour);
  return { mailbox, campaignId };
}

const lead = async (campaignId: number, email: string) =>
  (
    await world.main.test.query<{
      id: number;
      status: string;
      reason: string | null;
      constraint_code: string | null;
      steps_sent: number;
      last_message_id: string;
      from_email: string;
    }>(
      `
        select e.id, e.status, e.reason, e.constraint_code, e.steps_sent, e.last_message_id, m.from_email
        from enrolment e
        join lead l on l.id = e.lead_id
        left join mailbox m on m.id = e.mailbox_id
        where e.campaign_id = $1 and l.email = $2
      `,
      [campaignId, email],
    )
  )[0]!;

/** A reply that waits in a mailbox: nothing has read it. */
async function reply(campaignId: number, email: string, to?: string): Promise<void> {
  const place = await lead(campaignId, email);
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail({
    from: email,
    to: to ?? place.from_email,
    subject: 'Re: Hello',
    text: 'Thank you, not now.',
    inReplyTo: place.last_message_id,
    references: [place.last_message_id],
  });
  transport.close();
}

/** While it works, the IMAP servers of these mailboxes cannot be reached. */
async function withoutImap(mailboxIds: number[], work: () => Promise<void>): Promise<void> {
  const port = (to: number) =>
    world.main.test.query('update mailbox set imap_port = $2 where id = any($1)', [mailboxIds, to]);
  await port(1);
  world.mail.dropImapConnections();
  await work();
  await port(world.mail.imap.port);
}

it('sends no follow-up after a reply that waits unread in the mailbox', async () => {
  const { campaignId } = await begun(['silent.a@prospects.test', 'silent.b@prospects.test']);
  await reply(campaignId, 'silent.a@prospects.test');
  await world.runUntil(world.main.clock.now() + 8 * hour);
  expect(await lead(campaignId, 'silent.a@prospects.test')).toMatchObject({
    status: 'STOPPED',
    reason: 'REPLIED',
    steps_sent: 1,
  });
  expect(await lead(campaignId, 'silent.b@prospects.test')).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
  expect(world.mail.record.find({ recipient: 'silent.a@prospects.test' })).toHaveLength(1);
});

it('holds follow-ups while the mailbox cannot be read, explains why, and keeps sending first emails', async () => {
  const email = 'silent.c@prospects.test';
  const { campaignId, mailbox } = await begun([email]);
  await withoutImap([mailbox], async () => {
    await world.runUntil(world.main.clock.now() + 8 * hour);
    expect(await lead(campaignId, email)).toMatchObject({
      status: 'INPROGRESS',
      constraint_code: 'INBOX_NOT_READ',
      steps_sent: 1,
    });
    const client = world.main.asClient(reviewContract, world.me);
    const { id } = await lead(campaignId, email);
    expect(await client.explainLead({ params: { campaignId, enrolmentId: id } })).toMatchObject({
      binding: { code: 'INBOX_NOT_READ', facts: { mailbox_id: String(mailbox) } },
      remedies: [{ action: 'RECONNECT_MAILBOX' }],
    });
    const [run] = await world.main.test.query<{ constraint_code: string }>(
      'select constraint_code from trigger_run where campaign_id = $1 order by id desc limit 1',
      [campaignId],
    );
    expect(run?.constraint_code).toBe('INBOX_NOT_READ');
    const fresh = await begun(['silent.d@prospects.test'], [mailbox]);
    expect(await lead(fresh.campaignId, 'silent.d@prospects.test')).toMatchObject({ steps_sent: 1 });
  });
  await world.reading.syncDueMailboxes();
  await world.runUntil(world.main.clock.now() + hour);
  expect(await lead(campaignId, email)).toMatchObject({ status: 'COMPLETED', steps_sent: 2 });
});

it('reads the mailbox that Reply-To names, and the one that the lead was moved away from', async () => {
  const other = await world.connect('desk@northlight.test');
  const spare = await world.connect('spare@northlight.test');
  const emails = ['silent.e@prospects.test', 'silent.f@prospects.test'];
  const { campaignId, mailbox } = await begun(emails);
  await world.main.test.query('update mailbox set different_reply_to_address = $2 where id = $1', [
    mailbox,
    'Desk@northlight.test',
  ]);
  await reply(campaignId, emails[0]!, 'desk@northlight.test');
  await reply(campaignId, emails[1]!);
  // The campaign sends from another mailbox now.
  await world.main.test.query('update campaign_mailbox set mailbox_id = $2 where campaign_id = $1', [
    campaignId,
    spare,
  ]);
  await withoutImap([other, mailbox], async () => {
    await world.runUntil(world.main.clock.now() + 8 * hour);
    for (const email of emails) expect(await lead(campaignId, email)).toMatchObject({ steps_sent: 1 });
  });
  await world.reading.readInboxes([other, mailbox], 0);
  await world.runUntil(world.main.clock.now() + 8 * hour);
  for (const email of emails)
    expect(await lead(campaignId, email)).toMatchObject({ status: 'STOPPED', reason: 'REPLIED', steps_sent: 1 });
});
