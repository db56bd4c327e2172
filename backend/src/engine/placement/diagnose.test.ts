import { seededUnit } from '../sending/seeded-random';
import { diagnose, type Cause, type Observation } from './diagnose';

type Planted = Exclude<Cause, 'UNCLEAR'>;
const causes: readonly Planted[] = ['COPY', 'INFRASTRUCTURE', 'MAILBOX', 'PROVIDER', 'NOTHING'];
const providers = ['gmail', 'workspace', 'outlook', 'microsoft', 'yahoo', 'icloud', 'zoho', 'gmx'];

/**
 * A world with one planted cause: two to three domains with two or three mailboxes each, eight providers, each with a share of its own.
 * Where it has variants, the seeds of a provider get them in turn, and the copy that is the cause is that of one variant.
 */
function makeWorld(
  number: number,
  variants: readonly string[] = [],
): { cause: Planted; subject: string | null; mails: Observation[] } {
  let drawn = 0;
  const random = () => seededUnit('diagnosis', number, (drawn += 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const cause = causes[number % causes.length] as Planted;
  const domains = ['one.test', 'two.test', 'three.test'].slice(0, 2 + Math.floor(random() * 2));
  const senders = domains.flatMap((domain) =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, (_, index) => `s${index}@${domain}`),
  );
  const subject =
    cause === 'INFRASTRUCTURE'
      ? pick(domains)
      : cause === 'MAILBOX'
        ? pick(senders)
        : cause === 'PROVIDER'
          ? pick(providers)
          : cause === 'COPY' && variants.length > 0
            ? pick(variants)
            : null;
  const base = new Map(providers.map((provider) => [provider, 0.88 + random() * 0.11]));
  const troubled = 0.05 + random() * 0.55;
  const seeds = 2 + Math.floor(random() * 4);
  const mails: Observation[] = [];
  for (const sender of senders)
    for (const provider of providers)
      for (const kind of ['REAL', 'CONTROL'] as const)
        for (let seed = 0; seed < seeds; seed += 1) {
          const domain = sender.split('@')[1] as string;
          const variant =
            kind === 'REAL'
              ? (variants[(Math.floor(mails.length / (2 * seeds)) + seed) % variants.length] ?? null)
              : null;
          const isWholeCopy = cause === 'COPY' && subject === null && kind === 'REAL';
          const isHit =
            isWholeCopy || (subject !== null && [domain, sender, provider, variant].some((each) => each === subject));
          mails.push({
            sender,
            domain,
            provider,
            kind,
            variant,
            isGood: random() < (base.get(provider) as number) * (isHit ? troubled : 1),
          });
        }
  return { cause, subject, mails };
}

test.each([
  ['one copy', []],
  ['two variants', ['A', 'B']],
  ['four variants', ['A', 'B', 'C', 'D']],
])('the planted cause is found in at least nine of ten of 200 worlds, and hardly ever another: %s', (_, variants) => {
  const wrong: string[] = [];
  let right = 0;
  for (let number = 0; number < 200; number += 1) {
    const { cause, subject, mails } = makeWorld(number, variants);
    const found = diagnose(mails);
    if (found.cause === cause && found.subject === subject) right += 1;
    else if (found.cause !== 'UNCLEAR')
      wrong.push(`${number}: ${cause} ${subject}, said ${found.cause} ${found.subject}`);
  }
  expect(right).toBeGreaterThanOrEqual(180);
  expect(wrong.length).toBeLessThanOrEqual(2);
});

const mailsOf = (count: number, fields: Partial<Observation>, isGood: (index: number) => boolean): Observation[] =>
  Array.from({ length: count }, (_, index) => ({
    sender: 'a@one.test',
    domain: 'one.test',
    provider: providers[index % providers.length] as string,
    kind: 'REAL' as const,
    variant: null,
    isGood: isGood(index),
    ...fields,
  }));

test('one mailbox without a control mail cannot tell copy from infrastructure', () => {
  expect(diagnose(mailsOf(40, {}, () => false))).toMatchObject({ cause: 'UNCLEAR' });
});

test('a control that fails as well names what all senders share', () => {
  const mails = [...mailsOf(40, {}, () => false), ...mailsOf(40, { kind: 'CONTROL' }, () => false)];
  expect(diagnose(mails)).toMatchObject({ cause: 'INFRASTRUCTURE', subject: null, affected: 0 });
});

test('a domain of one mailbox cannot be told from its mailbox', () => {
  const mails = [
    ...mailsOf(40, {}, () => true),
    ...mailsOf(40, { kind: 'CONTROL' }, () => true),
    ...mailsOf(40, { sender: 'b@two.test', domain: 'two.test' }, () => false),
    ...mailsOf(40, { sender: 'b@two.test', domain: 'two.test', kind: 'CONTROL' }, () => false),
  ];
  expect(diagnose(mails)).toMatchObject({ cause: 'UNCLEAR' });
});

test('a variant that fails beside one that is placed is named, even without a control mail', () => {
  const mails = [...mailsOf(40, { variant: 'A' }, () => true), ...mailsOf(40, { variant: 'B' }, () => false)];
  expect(diagnose(mails)).toMatchObject({ cause: 'COPY', subject: 'B', affected: 0, others: 1 });
});

test('variants that all fail beside a good control mail are the copy as a whole', () => {
  const mails = [
    ...mailsOf(40, { variant: 'A' }, () => false),
    ...mailsOf(40, { variant: 'B' }, () => false),
    ...mailsOf(40, { kind: 'CONTROL' }, () => true),
  ];
  expect(diagnose(mails)).toMatchObject({ cause: 'COPY', subject: null });
});

test('few mails say nothing', () => {
  expect(diagnose(mailsOf(7, {}, () => false))).toMatchObject({ cause: 'UNCLEAR', confidence: 0 });
});
