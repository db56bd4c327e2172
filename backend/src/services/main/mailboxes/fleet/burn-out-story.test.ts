import { fleetContract } from '@skein/contracts/main/fleet.contract';
import { fleetPlanContract } from '@skein/contracts/main/fleet-plan.contract';
import { reviewContract } from '@skein/contracts/main/review.contract';
import { rawMail } from '#engine/inbox-sync/raw-mail.test-support';
import { day, hour, syncStory } from '#inbox/inbox-sync/testing';
import { convergeFleets } from './converge-fleet';

const story = syncStory();
const email = 'burnt@northlight.test';

/** A report of RFC 5965: the recipient of a mail pressed "this is spam". */
const spamReport = (mail: { message_id: string; to_email: string }): string =>
  rawMail(
    {
      From: 'Feedback loop <fbl@provider.test>',
      To: email,
      Subject: 'FW: Hello',
      'Message-ID': mail.message_id.replace('<', '<report-'),
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=feedback-report; boundary="b"',
    },
    [
      '--b\nContent-Type: text/plain\n\nThis is an email abuse report.\n',
      `--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: ${mail.to_email}\n`,
      `--b\nContent-Type: message/rfc822\n\nMessage-ID: ${mail.message_id}\nFrom: ${email}\nTo: ${mail.to_email}\nSubject: Hello\n\nHi\n--b--\n`,
    ].join('\n'),
  );

test('a mailbox that burns out is slowed, ranked with its reasons and rested by the rules, and “Why?” tells each of it', async () => {
  const { world } = story;
  const { main, me } = world;
  const [fleet, plan, review] = [
    main.asClient(fleetContract, me),
    main.asClient(fleetPlanContract, me),
    main.asClient(reviewContract, me),
  ];
  const now = () => main.clock.now();
  const burnt = async () => (await fleet.getFleet({})).mailboxes.find((row) => row.from_email === email);
  main.clock.set(Date.UTC(2026, 10, 23, 8));
  const mailboxId = await world.connect(email, { message_per_day: 60, min_time_to_wait_minutes: 0 });
  // The domain has no records here, which would be a reason of its own.
  await main.test.query(`update mailbox set dns_check = '{}' where id = $1`, [mailboxId]);
  const people = Array.from({ length: 40 }, (_, index) => `${index % 6 === 5 ? 'rejects' : 'silent'}.burn${index}`);
  const campaignId = await world.campaign({
    mailboxIds: [mailboxId],
    leads: people.map((name) => `${name}@prospects.test`),
    settings: { max_leads_per_day: 0, bounce_guard_percent: 90 },
  });
  const rules = { pods: 0, send_weeks: 3, rest_from: '2026-11-23', least_sending: 0, rests_high_risk: true };
  expect(await plan.setFleetRules({ body: rules })).toMatchObject({ rested: 0 });
  expect(await burnt()).toMatchObject({ level: 'FINE', reasons: [] });
  const why = async () => {
    const [lead] = await main.test.query<{ id: number }>(
      `select id from enrolment where campaign_id = $1 and status = 'STARTED' order by id limit 1`,
      [campaignId],
    );
    return (await review.explainLead({ params: { campaignId, enrolmentId: lead!.id } })).binding;
  };

  // Dead addresses bring it to half of its limit.
  const responses = async () => (await plan.getFleetPlan({})).responses.filter(({ scope }) => scope === 'MAILBOX');
  for (let step = 0; step < 30 && (await responses()).length === 0; step += 1) {
    await world.runUntil(now() + hour / 3);
    await main.runJobs();
  }
  expect(await responses()).toMatchObject([
    {
      label: email,
      reaction: 'SLOW',
      level: 1,
      reason: expect.stringMatching(
        /^\d of 3\d emails in 3 days bounced because the address does not exist$/,
      ) as string,
    },
  ]);
  await world.runUntil(now() + 2 * hour);
  expect(await why()).toMatchObject({
    code: 'MAILBOX_BOUNCE_SLOW',
    facts: { mailbox_id: String(mailboxId), cap: 30 },
  });
  expect(await burnt()).toMatchObject({ level: 'WATCH', reasons: [{ code: 'BOUNCES' }] });

  // Two of those who got a mail report it as spam, one of them twice.
  const sent = await main.test.query<{ message_id: string; to_email: string }>(
    `select message_id, to_email from intent where campaign_id = $1 and state = 'SENT' order by id limit 2`,
    [campaignId],
  );
  const reports = sent.map(spamReport);
  for (const raw of [...reports, reports[0]!.replace('<report-', '<again-')])
    await story.write({ from: 'fbl@provider.test', to: email, subject: '', raw });
  await story.sync.syncDueMailboxes();
  const ranked = await burnt();
  expect(ranked).toMatchObject({ level: 'HIGH', resting_until: null });
  expect(ranked?.reasons.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Bounced \d+(?:\.\d)?%$/),
    expect.stringMatching(/^Reported as spam: 2 of \d+$/),
  ]);

  // The rules rest it, and nothing leaves it meanwhile.
  await convergeFleets(main.deps);
  expect((await plan.getFleetPlan({})).log[0]?.text).toBe(
    `1 mailbox (${email}) rests until Nov 30: close to burning out.`,
  );
  expect((await fleet.getFleet({})).totals).toMatchObject({ resting: 1, sending: 0 });
  const count = async () =>
    (
      await main.test.query(`select id from intent where campaign_id = $1 and state in ('SENT', 'FAILED')`, [
        campaignId,
      ])
    ).length;
  const before = await count();
  await world.runUntil(now() + day);
  expect(await count()).toBe(before);
  expect(await why()).toMatchObject({ code: 'MAILBOX_RESTING', facts: { mailbox_id: String(mailboxId) } });
});
