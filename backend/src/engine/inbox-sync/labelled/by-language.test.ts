import { categoriseReply } from '../categorise-reply';
import { classifyMessage } from '../classify-message';
import { findReturnDate } from '../find-return-date';
import { parseMail } from '../parse-mail';
import { ownTextOf } from '../strip-quote';
import {
  isAllowed,
  readLabelledSet,
  valuesOf,
  type LabelledMail,
  type MailLabel,
} from './read-labelled-set.test-support';

/** The categories by which a lead counts as won over, and what the product then does by itself. */
const POSITIVE = [1, 2, 5];
const DO_NOT_CONTACT = 4;
const NAMES: Readonly<Record<string, string>> = {
  1: 'Interested',
  2: 'Meeting Request',
  3: 'Not Interested',
  4: 'Do Not Contact',
  5: 'Information Request',
  6: 'Out Of Office',
  7: 'Wrong Person',
  null: 'left to a person',
};

interface Judged {
  label: MailLabel;
  found: number | null;
  day: string | null;
}

describe('the judge of replies, by language', () => {
  let open: Judged[];
  let heldOut: Judged[];
  let all: Judged[];
  beforeAll(async () => {
    open = await judgeAll(readLabelledSet('open', 'by-language'));
    heldOut = await judgeAll(readLabelledSet('held-out', 'by-language'));
    all = [...open, ...heldOut];
    process.stdout.write(
      [
        ...byCategory('Open part', open),
        ...byCategory('Held-out part (figures only)', heldOut),
        ...byLanguage('Open part by language', open),
        ...byLanguage('Held-out part by language (figures only)', heldOut),
        ...errorsOf(open),
        '',
      ].join('\n'),
    );
  });

  const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'pl', 'tr', 'ja'];

  it('has each of the languages', () => {
    expect(new Set(all.map(({ label }) => label.group))).toEqual(new Set(languages));
  });

  it.each(languages)('%s: what is called positive is positive in at least 98 of 100 mails', (language) => {
    expect(precision(of(all, language), POSITIVE)).toBeGreaterThanOrEqual(0.98);
    expect(precision(of(heldOut, language), POSITIVE)).toBeGreaterThanOrEqual(0.98);
  });

  it.each(languages)('%s: what is called Do Not Contact is meant so in at least 99 of 100 mails', (language) => {
    expect(precision(of(all, language), [DO_NOT_CONTACT])).toBeGreaterThanOrEqual(0.99);
    expect(precision(of(heldOut, language), [DO_NOT_CONTACT])).toBeGreaterThanOrEqual(0.99);
  });

  it('still answers: of what a person would sort, most is sorted', () => {
    expect(recall(open, POSITIVE)).toBeGreaterThanOrEqual(0.9);
    expect(recall(open, [DO_NOT_CONTACT])).toBeGreaterThanOrEqual(0.9);
    expect(recall(open, [6])).toBeGreaterThanOrEqual(0.9);
  });
});

async function judgeAll(mails: LabelledMail[]): Promise<Judged[]> {
  return Promise.all(
    mails.map(async ({ label, raw }) => {
      const mail = await parseMail(raw);
      const { kind } = classifyMessage(mail);
      const { own } = ownTextOf(mail);
      const day = findReturnDate(own, mail.date ?? 0, 'UTC')?.day ?? null;
      return { label, found: categoryOf(kind, own), day };
    }),
  );
}

/** The category that the product would set by rules, whichever way it comes to it. */
function categoryOf(kind: string, own: string): number | null {
  if (kind === 'out_of_office') return 6;
  if (kind === 'unsubscribe_request') return DO_NOT_CONTACT;
  if (kind !== 'reply') return 0;
  return categoriseReply(own).category;
}

const of = (judged: readonly Judged[], language: string): Judged[] =>
  judged.filter(({ label }) => label.group === language);
const isRight = ({ label, found }: Judged): boolean => isAllowed(label.category!, found);
const rightOf = (judged: readonly Judged[]): number => judged.filter(isRight).length;

function precision(judged: readonly Judged[], categories: readonly (number | null)[]): number {
  const found = judged.filter((one) => categories.includes(one.found));
  return found.length === 0 ? 1 : rightOf(found) / found.length;
}

/** Of the mails that a person would put into these categories, and into no other, the share that is. */
function recall(judged: readonly Judged[], categories: readonly (number | null)[]): number {
  const expected = judged.filter(({ label }) => valuesOf(label.category!).every((one) => categories.includes(one)));
  return expected.length === 0 ? 1 : rightOf(expected) / expected.length;
}

function byCategory(title: string, judged: readonly Judged[]): string[] {
  const row = (name: string, categories: (number | null)[]): string => {
    const found = judged.filter((one) => categories.includes(one.found)).length;
    return `${name.padEnd(22)}${String(found).padStart(6)}${precision(judged, categories).toFixed(3).padStart(11)}${recall(judged, categories).toFixed(3).padStart(8)}`;
  };
  const dated = judged.filter(({ label }) => label.returnOn);
  return [
    '',
    `== ${title}: ${judged.length} mails, ${rightOf(judged)} as a person sorts them`,
    `${'category'.padEnd(22)}${'found'.padStart(6)}${'precision'.padStart(11)}${'recall'.padStart(8)}`,
    ...[1, 2, 3, 4, 5, 6, 7, null].map((category) => row(NAMES[String(category)]!, [category])),
    row('positive (1, 2, 5)', POSITIVE),
    `day of return: ${dated.filter(({ label, day }) => day !== null && label.returnOn!.includes(day)).length} of ${dated.length}`,
  ];
}

function byLanguage(title: string, judged: readonly Judged[]): string[] {
  const groups = [...new Set(judged.map(({ label }) => label.group))];
  const cells = (language: string): string[] => {
    const mails = of(judged, language);
    const both = (categories: number[]): string =>
      `${precision(mails, categories).toFixed(2)} / ${recall(mails, categories).toFixed(2)}`;
    return [
      language,
      String(mails.length),
      (rightOf(mails) / mails.length).toFixed(2),
      both(POSITIVE),
      both([3]),
      both([4]),
      both([6]),
      both([7]),
    ];
  };
  const line = (columns: string[]): string => columns.map((column) => column.padEnd(14)).join('');
  return [
    '',
    `== ${title} (precision / recall)`,
    line(['language', 'mails', 'right', 'positive', 'declined', 'stop', 'away', 'other person']),
    ...groups.map((language) => line(cells(language))),
  ];
}

function errorsOf(judged: readonly Judged[]): string[] {
  return judged
    .filter((one) => !isRight(one))
    .map(({ label, found }) => `${label.id}: ${String(label.category)}, found ${String(found)}`);
}
