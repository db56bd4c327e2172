import { rawMail } from '#engine/inbox-sync/raw-mail.test-support';
import { day, hour, syncStory } from './testing';

const story = syncStory();

interface Reported {
  to: string;
  lead: string;
  messageId: string;
}

/** Gmail's own report at its daily limit: words only, without a code. */
const gmailLimit = ({ to, lead, messageId }: Reported): string =>
  rawMail(
    {
      From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      To: to,
      Subject: 'Delivery Status Notification (Failure)',
      'Message-ID': messageId.replace('<', '<limit-'),
      'X-Failed-Recipients': lead,
      'In-Reply-To': messageId,
      References: messageId,
      'Auto-Submitted': 'auto-replied',
    },
    'You have reached a limit for sending mail. Your message was not sent.\n',
  );

/** The report of a hosting server that counts emails per hour. */
const hostingLimit = ({ to, lead, messageId }: Reported): string =>
  rawMail(
    {
      From: 'Mail Delivery System <Mailer-Daemon@host.provider.test>',
      To: to,
      Subject: 'Mail delivery failed: returning message to sender',
      'Message-ID': messageId.replace('<', '<limit-'),
      'Auto-Submitted': 'auto-replied',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="b"',
    },
    [
      `--b\nContent-Type: text/plain\n\nA message that you sent could not be delivered.\n\n  ${lead}\n    Domain northlight.test has exceeded the max emails per hour (151/150 (100%)) allowed. Message discarded.\n`,
      `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; host.provider.test\n\nAction: failed\nFinal-Recipient: rfc822;${lead}\nStatus: 5.0.0\nDiagnostic-Code: smtp; Domain northlight.test has exceeded the max emails per hour (151/150 (100%)) allowed. Message discarded.\n`,
      `--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${messageId}\nTo: ${lead}\nSubject: Hello\n\n--b--\n`,
    ].join('\n'),
  );

test.each([
  ['Gmail', gmailLimit, day],
  ['a hosting server', hostingLimit, hour],
])('a limit that %s reports later rests the mailbox, and the email is sent again', async (name, report, restOf) => {
  const { world } = story;
  const lead = `silent.${name.replaceAll(' ', '')}@prospects.test`;
  const sent = await story.sentTo(lead);
  const { messageId } = sent;
  await story.write({ from: '', to: sent.email, subject: '', raw: report({ to: sent.email, lead, messageId }) });
  await world.runUntil(world.main.clock.now() + 60_000);
  await world.main.runJobs();
  expect((await story.ends(sent.campaignId)).get(lead)).toMatchObject({
    status: 'STARTED',
    steps_sent: 0,
    is_bounced: false,
    lead_bounced: false,
    suppressed: null,
  });
  const [rest] = await world.main.test.query<{ cause: string; began_at: Date; until: Date }>(
    `select * from bounce_response where bounce_class = 'SENDER_STATE' and scope_id = $1::text`,
    [sent.mailboxId],
  );
  expect(rest).toMatchObject({ cause: 'LIMIT' });
  expect(rest!.until.getTime() - rest!.began_at.getTime()).toBeLessThanOrEqual(restOf + 15 * 60_000);
  expect(await story.events(sent.campaignId)).toEqual({});
  expect(await world.main.test.query('select status from campaign where id = $1', [sent.campaignId])).toEqual([
    { status: 'ACTIVE' },
  ]);

  await world.runUntil(rest!.until.getTime() + 3 * hour);
  expect((await story.ends(sent.campaignId)).get(lead)).toMatchObject({ status: 'COMPLETED', steps_sent: 1 });
  expect(await story.events(sent.campaignId)).toEqual({ SENT: 1 });
});
