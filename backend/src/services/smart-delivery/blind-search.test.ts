import nodemailer from 'nodemailer';
import { createPlacementWorld, minute, type PlacementWorld } from './testing';

let placement: PlacementWorld;
let mailbox: number;
beforeAll(async () => {
  placement = await createPlacementWorld();
  mailbox = await placement.world.connect('rosa@northlight.test', { min_time_to_wait_minutes: 1 });
});
afterAll(() => placement.world.close());

/** Mail in the sender's name that is no email of the test: with the token of another, or with a longer one. */
async function sendForeign(to: string, token: string) {
  const { smtp } = placement.world.mail;
  const other = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: false,
    ignoreTLS: true,
    auth: { user: 'rosa@northlight.test', pass: 'right-password' },
  });
  await other.sendMail({
    from: 'rosa@northlight.test',
    to,
    subject: 'Forged',
    text: 'Not the email of the test.',
    headers: { 'X-Placement-Token': token },
  });
  other.close();
}

test('emails are found where the server answers searches for headers with nothing, and only the right ones', async () => {
  placement.world.mail.setImapFlaws({ isBlindToHeaders: true });
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Blind',
      type: 'manual',
      subject: 'A question about your docks',
      body_text: 'Hello Sam, do you plan the docks yourself?',
      sender_ids: [mailbox],
      regions: ['Europe'],
    },
  });
  const params = { placementTestId: id };
  const planned = await placement.world.main.test.query<{ email: string; token: string }>(
    'select s.email, p.token from placement_mail p join placement_seed s on s.id = p.seed_id order by p.id',
  );
  for (const [index, { email }] of planned.entries()) {
    await sendForeign(email, planned[(index + 1) % planned.length]?.token as string);
    await sendForeign(email, `${planned[index]?.token}0`);
  }
  await placement.runFor(1);
  expect((await client.report({ params })).latest.waiting).toBeGreaterThan(0);
  await placement.runFor(60);
  const report = await client.report({ params });
  expect(report.latest).toMatchObject({ mails: 8, waiting: 0, missing: 0, failed: 0 });
  for (const { id: mailId } of report.mails) {
    const message = await client.message({ params: { placementTestId: id, placementMailId: mailId } });
    expect(message.headers).not.toContain('Subject: Forged');
  }
  expect(report.mails.every(({ landed }) => landed !== null)).toBe(true);
});

test('an email that never came is not found in others of its sender', async () => {
  placement.world.mail.setImapFlaws({ isBlindToHeaders: true });
  placement.world.mail.setArrivalRule(async ({ raw }) => ({
    raw,
    folder: raw.includes('Subject: Lost') ? null : 'INBOX',
    refusal: null,
  }));
  const client = placement.clientOf({ ...placement.world.me.headers });
  const { id } = await client.addTest({
    body: {
      name: 'Lost',
      type: 'manual',
      subject: 'Lost',
      body_text: 'Hello Sam.',
      sender_ids: [mailbox],
      regions: ['Europe'],
    },
  });
  const params = { placementTestId: id };
  await placement.runFor(30);
  const seeds = new Set((await client.report({ params })).mails.map(({ seed }) => seed));
  for (const email of seeds) await sendForeign(email, 'another');
  // The last look is a day after the sending.
  for (let hour = 0; hour < 30; hour += 1) {
    placement.world.main.clock.set(placement.world.main.clock.now() + 60 * minute);
    await placement.runFor(1);
  }
  expect((await client.report({ params })).latest).toMatchObject({ mails: 8, missing: 8, inbox: 0 });
});
