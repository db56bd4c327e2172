import PostalMime from 'postal-mime';
import { hour, monday, sender, startTestWorld, type TestWorld } from '../testing/test-world';

const origin = 'http://127.0.0.1:3999';
const visits: { url: string; method: string; agent: string; body: string | undefined }[] = [];
let failures = 0;
let promisedNotice = 0;
let test: TestWorld;

beforeEach(async () => {
  visits.length = 0;
  failures = 0;
  promisedNotice = 0;
  test = await startTestWorld({
    promisedNotice: () => promisedNotice,
    web: {
      origins: () => [origin],
      fetch: async (url, init) => {
        visits.push({ url, method: init.method, agent: init.headers['user-agent'] as string, body: init.body });
        if (failures > 0) {
          failures -= 1;
          return { status: 503, arrayBuffer: async () => new ArrayBuffer(0) };
        }
        return { status: 200, arrayBuffer: async () => new ArrayBuffer(0) };
      },
    },
  });
});
afterEach(() => test.close());

let mailNumber = 0;
async function campaignMail(to: string, more: Record<string, unknown> = {}): Promise<string> {
  mailNumber += 1;
  const messageId = `<mail-${mailNumber}@acme.test>`;
  await test.send({
    to,
    messageId,
    date: new Date(test.clock.time),
    subject: 'Your warehouse',
    html: `<p>Hello, a question.</p><a href="${origin}/c/token?a=1&amp;b=2">Look</a> <a href="https://elsewhere.test/">Other</a><a href="${origin}/u/${mailNumber}">unsubscribe</a><img src="${origin}/o/${mailNumber}.gif"><img src="https://elsewhere.test/x.gif">`,
    headers: {
      'List-Unsubscribe': `<${origin}/u/${mailNumber}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    dsn: { id: `intent-${mailNumber}`, return: 'headers', notify: ['failure'], recipient: to },
    ...more,
  });
  return messageId;
}

async function passHours(hours: number): Promise<void> {
  test.clock.time += hours * hour;
  await test.world.tick(test.clock.time);
}

async function answers() {
  const mails = await test.mails();
  return Promise.all(
    mails.map(async (mail) => ({
      parsed: await PostalMime.parse(mail.source as Buffer),
      raw: (mail.source as Buffer).toString(),
      arrived: (mail.internalDate as Date).getTime(),
    })),
  );
}

it.each([
  ['replies', /./],
  ['interested', /interest/i],
  ['notinterested', /not interested|no thanks|no interest/i],
])('%s answers once, in the thread, with a quotation, within four hours', async (word, wording) => {
  const messageId = await campaignMail(`${word}.anna.meyer@prospects.test`);
  await passHours(4);
  const [answer, ...others] = await answers();
  expect(others).toEqual([]);
  expect(answer?.parsed.inReplyTo).toBe(messageId);
  expect(answer?.parsed.references).toContain(messageId);
  expect(answer?.parsed.from).toEqual({ name: 'Anna Meyer', address: `${word}.anna.meyer@prospects.test` });
  expect(answer?.parsed.subject).toBe('Re: Your warehouse');
  expect(answer?.parsed.text).toMatch(wording);
  expect(answer?.parsed.text).toMatch(/^> /m);
  expect(answer?.arrived).toBeGreaterThan(monday);
  expect(answer?.arrived).toBeLessThanOrEqual(monday + 4 * hour);
  expect(answer?.raw).not.toMatch(/^Auto-Submitted/im);
  expect(visits.length).toBeGreaterThan(0);
  expect(visits.every((visit) => visit.url.startsWith(`${origin}/o/`))).toBe(true);
});

it.each([
  ['accepts', 'REPLY', 'ACCEPTED'],
  ['declines', 'REPLY', 'DECLINED'],
  ['proposes', 'COUNTER', 'TENTATIVE'],
])('%s answers by a calendar, from their own address and without citing the mail', async (word, method, state) => {
  for (const name of ['ann', 'bob', 'cleo', 'dora', 'emil', 'fay'])
    await campaignMail(`${word}.${name}@prospects.test`);
  await passHours(4);
  const found = await answers();
  expect(found).toHaveLength(6);
  for (const { parsed, raw } of found) {
    expect(parsed.from?.address).toMatch(new RegExp(`^${word}\\.`));
    expect(raw).not.toMatch(/^(In-Reply-To|References):/im);
    const [calendar] = parsed.attachments.filter(({ mimeType }) => mimeType === 'text/calendar');
    const text = new TextDecoder().decode(calendar?.content as ArrayBuffer).replace(/\n /g, '');
    expect(text).toContain(`METHOD:${method}\n`);
    expect(text).toContain(`PARTSTAT=${state};`);
    expect(text).toContain(`mailto:${parsed.from?.address}\n`);
  }
});

it('ooo answers by itself with a return date, and only once', async () => {
  const messageId = await campaignMail('ooo.carl@prospects.test');
  await passHours(4);
  await campaignMail('ooo.carl@prospects.test', { inReplyTo: messageId, references: messageId });
  await passHours(4);
  const [note, ...others] = await answers();
  expect(others).toEqual([]);
  expect(note?.raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(note?.raw).toMatch(/^Return-Path: <>\r$/m);
  expect(note?.parsed.inReplyTo).toBe(messageId);
  expect(note?.parsed.text).toMatch(/2026/);
  expect(test.world.violations()).toEqual([]);
});

it('bounces sends a delivery report that cites envelope id and original mail', async () => {
  const messageId = await campaignMail('bounces.dan@prospects.test');
  await passHours(1);
  const mails = await answers();
  expect(mails).toHaveLength(1);
  const raw = mails[0]?.raw ?? '';
  expect(raw).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status/m);
  expect(raw).toMatch(new RegExp(`^Original-Envelope-Id: intent-${mailNumber}\\r$`, 'm'));
  expect(raw).toMatch(/^Original-Recipient: rfc822;bounces\.dan@prospects\.test\r$/m);
  expect(raw).toMatch(/^Final-Recipient: rfc822; bounces\.dan@prospects\.test\r$/m);
  expect(raw).toMatch(/^Action: failed\r$/m);
  expect(raw).toMatch(/^Status: 5\.\d+\.\d+\r$/m);
  expect(raw).toContain(messageId);
  expect(raw).toMatch(/^Return-Path: <>\r$/m);
});

it('unsubscribes uses the one-click address', async () => {
  await campaignMail('unsubscribes.eve@prospects.test');
  failures = 1;
  await passHours(5);
  expect(visits.filter((visit) => visit.method === 'POST').at(-1)).toMatchObject({
    url: `${origin}/u/${mailNumber}`,
    body: 'List-Unsubscribe=One-Click',
  });
  expect(await answers()).toEqual([]);
});

it('opens loads the pictures of each mail, clicks follows a link, silent does nothing; nobody leaves the product', async () => {
  for (const word of ['opens', 'clicks', 'silent']) {
    const messageId = await campaignMail(`${word}@prospects.test`);
    await passHours(5);
    await campaignMail(`${word}@prospects.test`, { inReplyTo: messageId, references: messageId });
    await passHours(5);
    const seen = visits.splice(0);
    const opened = new Set(seen.filter((visit) => visit.url.includes('/o/')).map((visit) => visit.url));
    expect(opened.size).toBe(word === 'silent' ? 0 : 2);
    expect(seen.filter((visit) => visit.url === `${origin}/c/token?a=1&b=2`)).toHaveLength(word === 'clicks' ? 2 : 0);
    expect(seen.every((visit) => visit.url.startsWith(origin) && visit.agent.startsWith('Mozilla/5.0 ('))).toBe(true);
  }
  expect(await answers()).toEqual([]);
});

it('alias answers from another address in the thread, aliasbare without any reference', async () => {
  const messageId = await campaignMail('alias.anna.meyer@prospects.test');
  await passHours(4);
  const [threaded] = await answers();
  expect(threaded?.parsed.from).toEqual({ name: 'Anna Meyer', address: 'anna.meyer@people.prospects.test' });
  expect(threaded?.parsed.references).toContain(messageId);
  await campaignMail('aliasbare.bea.kurz@prospects.test');
  await passHours(4);
  const bare = (await answers())[1];
  expect(bare?.parsed.from?.address).toBe('bea.kurz@people.prospects.test');
  expect(bare?.raw).not.toMatch(/^(In-Reply-To|References):/im);
  expect(bare?.parsed.subject).toBe('Re: Your warehouse');
});

it("reports a follow-up after an answer, but not a person's answer in the thread", async () => {
  const messageId = await campaignMail('replies.kim@prospects.test');
  await passHours(4);
  const [answer] = await answers();
  await test.send({
    to: 'replies.kim@prospects.test',
    inReplyTo: answer?.parsed.messageId,
    references: [messageId, answer?.parsed.messageId as string],
    messageId: '<person@acme.test>',
  });
  expect(test.world.violations()).toEqual([]);
  await campaignMail('replies.kim@prospects.test', { inReplyTo: messageId, references: messageId });
  expect(test.world.violations()).toMatchObject([
    { kind: 'after-reply', certain: true, prospect: 'replies.kim@prospects.test' },
  ]);
  await passHours(24);
  expect(await answers()).toHaveLength(1);
});

it('is not certain of mail that came before the product had to notice the answer', async () => {
  promisedNotice = 60_000;
  const messageId = await campaignMail('replies.tim@prospects.test');
  await passHours(4);
  await campaignMail('replies.tim@prospects.test', { inReplyTo: messageId, references: messageId });
  promisedNotice = 0;
  await campaignMail('replies.tim@prospects.test', { inReplyTo: messageId, references: messageId });
  expect(test.world.violations()).toMatchObject([
    { kind: 'after-reply', certain: false },
    { kind: 'after-reply', certain: true },
  ]);
});

it('reports mail after a bounce and after an unsubscribe', async () => {
  const bounced = await campaignMail('bounces.x@prospects.test');
  const left = await campaignMail('unsubscribes.x@prospects.test');
  await passHours(4);
  await campaignMail('bounces.x@prospects.test', { inReplyTo: bounced, references: bounced });
  await campaignMail('unsubscribes.x@prospects.test', { inReplyTo: left, references: left });
  expect(test.world.violations().map((violation) => violation.kind)).toEqual(['after-bounce', 'after-unsubscribe']);
});

it('acts again for a second campaign to the same person', async () => {
  await campaignMail('interested.lee@prospects.test');
  await passHours(4);
  await campaignMail('interested.lee@prospects.test', { subject: 'Something else' });
  await passHours(4);
  expect(await answers()).toHaveLength(2);
  expect(test.world.violations()).toMatchObject([{ kind: 'after-reply', certain: false }]);
});

it('gives ordinary names a realistic mix', async () => {
  const people = 400;
  for (let index = 0; index < people; index += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_none, offset) => campaignMail(`person${index + offset}.smith@prospects.test`)),
    );
  }
  await passHours(5);
  const mails = await answers();
  const share = (count: number) => count / people;
  const opened = new Set(
    visits
      .filter(
        (visit) =>
          visit.url.includes('/o/') && visit.agent.startsWith('Mozilla/5.0 (') && !visit.agent.includes('ImageProxy'),
      )
      .map((visit) => visit.url),
  );
  expect(share(opened.size)).toBeGreaterThan(0.35);
  expect(share(opened.size)).toBeLessThan(0.55);
  const bounces = mails.filter((mail) => mail.raw.includes('report-type=delivery-status')).length;
  expect(share(bounces)).toBeLessThan(0.05);
  expect(bounces).toBeGreaterThan(0);
  const replies = mails.filter(
    (mail) => mail.raw.includes('\nIn-Reply-To:') && !/^Auto-Submitted/im.test(mail.raw),
  ).length;
  expect(share(replies)).toBeGreaterThan(0.015);
  expect(share(replies)).toBeLessThan(0.1);
  expect(visits.some((visit) => visit.agent.includes('Edge/12.246'))).toBe(true);
  expect(test.world.record.find({ login: sender.email })).toHaveLength(people);
});

it.each([
  ['a name with an accent', { name: 'Tom Peña', address: 'interested.tom.pena.096@prospects.test' }, 'Tom Peña', 'Tom'],
  ['no name, and numbers in the address', 'interested.tom.pena.096@prospects.test', 'Tom Pena', 'Tom'],
])('an answer is from and signed by whom the mail was to: %s', async (_, to, name, signature) => {
  await campaignMail('unused', { to });
  await passHours(4);
  const [answer] = await answers();
  expect(answer?.parsed.from?.name).toBe(name);
  expect(answer?.parsed.text?.split('\nOn ')[0]?.trimEnd().split('\n').at(-1)).toBe(signature);
});

it('an answer waits for an open that failed, and is written after it', async () => {
  await campaignMail('interested.anna.meyer@prospects.test');
  const opens = () => visits.filter(({ url }) => url.includes('/o/')).length;
  failures = 5;
  while ((await test.mails()).length === 0) await passHours(1 / 60);
  expect(failures).toBe(0);
  expect(opens()).toBe(6);
});

it('an answer bears the time at which it is written, not an earlier one at which it was due', async () => {
  await campaignMail('interested.anna.meyer@prospects.test');
  await passHours(48);
  const [answer] = await answers();
  expect(answer?.arrived).toBe(test.clock.time);
});
