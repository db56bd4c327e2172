import { categoriseReply } from '#engine/inbox-sync/categorise-reply';
import { classifyMessage } from '#engine/inbox-sync/classify-message';
import { parseMail } from '#engine/inbox-sync/parse-mail';
import { rawMail } from '#engine/inbox-sync/raw-mail.test-support';
import { ownTextOf } from '#engine/inbox-sync/strip-quote';
import type { ReplyTone } from './behaviour';
import { composeCalendar } from './compose-calendar';
import { composeAbsence, composeReply, composeUnsubscribe, type OutgoingMail } from './compose-reply';
import { composeReport } from './compose-report';
import { prospectPerson } from './prospect-person';
import { readCampaignMail, type CampaignMail } from './read-campaign-mail';
import type { SeededRandom } from './seeded-random';

// A bounce, an absence, a reply and a request to be removed are never taken for each other, in all that the sandbox's
// people and servers write.

const languages = ['en', 'de', 'fr', 'es'] as const;
type Language = (typeof languages)[number];

/** Each category that a tone may be sorted into; a neutral reply into the one of those who ask. */
const tones: Record<ReplyTone, readonly number[]> = {
  neutral: [5],
  interested: [1],
  'meeting-request': [2],
  'information-request': [5],
  'not-interested': [3],
  'wrong-person': [7],
};

const sentTexts: Record<Language, string> = {
  en: 'Hello Ada,\n\ndo you have ten minutes on Tuesday?\n\nNot for you? Unsubscribe here.',
  de: 'Hallo Ada,\n\nhaben Sie am Dienstag zehn Minuten?\n\nKein Interesse? Hier abmelden.',
  fr: 'Bonjour Ada,\n\navez-vous dix minutes mardi ?\n\nPas intéressée ? Se désabonner ici.',
  es: 'Hola, Ada:\n\n¿tiene diez minutos el martes?\n\n¿No le interesa? Darse de baja aquí.',
};
const mailbox = 'grace@sender.test';
const person = prospectPerson('ada.lovelace@prospects.test', 'Ada Lovelace', 'seed');
const at = Date.parse('2026-03-10T09:00:00Z');
const messageId = '<answer@prospects.test>';

const sentMail = (language: Language): Buffer =>
  Buffer.from(
    rawMail(
      {
        From: `Grace <${mailbox}>`,
        To: `Ada Lovelace <${person.address}>`,
        'Message-ID': '<sent@sender.test>',
        Subject: 'A question',
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Transfer-Encoding': '8bit',
      },
      sentTexts[language],
    ),
  );

/**
 * Runs with every combination of two of the lists that are chosen from, told by their place. The others turn with the runs, so that each
 * word is met in mails of several shapes.
 */
async function withEveryChoice(
  [first, second]: readonly [number, number],
  run: (random: SeededRandom) => Promise<void>,
): Promise<void> {
  let sizes: number[] = [];
  for (let one = 0, runs = 0; one === 0 || one < (sizes[first] ?? 1); one += 1)
    for (let other = 0; other === 0 || other < (sizes[second] ?? 1); other += 1, runs += 1) {
      const seen: number[] = [];
      const pick = <Item>(items: readonly Item[]): Item => {
        const place = seen.push(items.length) - 1;
        return items[place === first ? one : place === second ? other : runs % items.length] as Item;
      };
      await run({ pick, next: () => (runs % 10) / 10, spread: (shortest) => shortest });
      sizes = seen;
    }
}

const understand = async ({ raw }: OutgoingMail) => {
  const mail = await parseMail(raw);
  return { ...classifyMessage(mail), own: ownTextOf(mail).own };
};

describe.each(languages)('what people write in %s', (language) => {
  let mail: CampaignMail;
  beforeAll(async () => {
    mail = await readCampaignMail(sentMail(language));
  });

  test.each(Object.entries(tones) as [ReplyTone, readonly number[]][])(
    'a %s answer is a reply',
    async (tone, allowed) => {
      const wrong: unknown[] = [];
      const from = ['self', 'alias', 'alias-bare'] as const;
      let count = 0;
      // The opening and the words; the closing is chosen between them.
      await withEveryChoice([0, 2], async (random) => {
        const sender = from[(count += 1) % from.length]!;
        const input = { mail, person, mailbox, tone, from: sender, language, at, messageId, random };
        const { kind, own } = await understand(await composeReply(input));
        const { category } = categoriseReply(own);
        if (kind !== 'reply' || (category !== null && !allowed.includes(category))) wrong.push({ kind, category, own });
      });
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(1);
    },
  );

  test('an absence is one', async () => {
    const wrong: unknown[] = [];
    for (const days of [2, 30])
      await withEveryChoice([0, 1], async (random) => {
        const returnsAt = at + days * 86_400_000;
        const note = await composeAbsence({ mail, person, mailbox, language, at, returnsAt, messageId, random });
        const { kind, own } = await understand(note);
        if (kind !== 'out_of_office') wrong.push({ kind, own });
      });
    expect(wrong).toEqual([]);
  });

  test('a calendar answer is a reply', async () => {
    const wrong: unknown[] = [];
    for (const [action, answer] of [
      ['accepts', 'accepted'],
      ['declines', 'declined'],
      ['proposes', 'counter'],
    ] as const)
      await withEveryChoice([0, 1], async (random) => {
        const given = await composeCalendar({ person, mailbox, action, language, at, messageId, random });
        const { kind, calendar, own } = await understand(given);
        if (kind !== 'reply' || calendar?.answer !== answer || !calendar.starts_at?.endsWith('T13:00:00.000Z'))
          wrong.push({ kind, calendar, own });
      });
    expect(wrong).toEqual([]);
  });

  test('a report of a refused email is a bounce, and one of its delivery none that blocks', async () => {
    const wrong: unknown[] = [];
    for (const outcome of ['failed', 'delivered'] as const)
      await withEveryChoice([0, 1], async (random) => {
        const report = composeReport({
          outcome,
          mailbox,
          recipient: person.address,
          originalRecipient: null,
          envelopeId: 'token-1',
          raw: sentMail(language),
          arrivedAt: at,
          at,
          messageId,
          random,
        });
        const { kind, bounce, evidence } = await understand(report);
        if (kind !== 'bounce' || (bounce === 'relayed') !== (outcome === 'delivered'))
          wrong.push({ kind, bounce, evidence });
      });
    expect(wrong).toEqual([]);
  });
});

test('a request of a mail program to be removed is one', async () => {
  for (const [recipient, subject] of [
    ['unsubscribe+token@sender.test', 'unsubscribe'],
    [mailbox, 'unsubscribe'],
  ] as const)
    expect(await understand(await composeUnsubscribe({ person, recipient, subject, at, messageId }))).toMatchObject({
      kind: 'unsubscribe_request',
    });
});
