import {
  BetterBet,
  evidenceThatBetter,
  FALSE_WINNER_RATE,
  findWinner,
  MINIMUM_OBSERVED,
  type ObservedVariant,
} from './find-winner';
import { seededHash } from './seeded-random';

/** Mails of each variant in turn, answered with the variant's own chance; the same for the same seed. */
function draw(rates: readonly number[], mails: number, seed: string): ObservedVariant[] {
  let state = seededHash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return rates.map((rate, variant) => ({
    id: `v${variant}`,
    outcomes: Array.from({ length: mails }, () => next() < rate),
  }));
}

/** Looks after every single mail, as nobody could oftener, and stops at the first winner: `findWinner` with its bets kept. */
function watch(variants: readonly ObservedVariant[]): { winnerId: string; after: number } | null {
  const { neededEvidence: needed } = findWinner(variants, { sent: 0, neededLeads: 0 });
  const pairs = variants.flatMap((first) =>
    variants.filter((other) => other !== first).map((second) => ({ first, second, bet: new BetterBet() })),
  );
  for (let seen = 1; seen <= variants[0]!.outcomes.length; seen += 1) {
    for (const { first, second, bet } of pairs) bet.add(first.outcomes[seen - 1]!, second.outcomes[seen - 1]!);
    if (seen < MINIMUM_OBSERVED || pairs.every(({ bet }) => bet.evidence < needed)) continue;
    const winner = variants.find((variant) =>
      pairs.every(({ first, bet }) => first !== variant || bet.evidence >= needed),
    );
    if (winner) return { winnerId: winner.id, after: seen };
  }
  return null;
}

/** The usual test of two shares at 5 %, asked again at every look: what this rule must not be. */
function watchNaively([a, b]: readonly ObservedVariant[], every: number): boolean {
  const mails = a!.outcomes.length;
  for (let seen = Math.max(every, MINIMUM_OBSERVED); seen <= mails; seen += every) {
    const count = (variant: ObservedVariant) => variant.outcomes.slice(0, seen).filter(Boolean).length;
    const pooled = (count(a!) + count(b!)) / (2 * seen);
    if (
      pooled > 0 &&
      pooled < 1 &&
      Math.abs(count(a!) - count(b!)) / seen / Math.sqrt((2 * pooled * (1 - pooled)) / seen) > 1.96
    )
      return true;
  }
  return false;
}

const share = (runs: number, happens: (run: number) => boolean) =>
  Array.from({ length: runs }, (_, run) => happens(run)).filter(Boolean).length / runs;

test.each([
  [0.03, 2, 300],
  [0.4, 2, 300],
  [0.1, 4, 80],
])(
  'names a false winner in at most 5 of 100 tests, although it is looked at after every mail (rate %p, %p variants, %p tests)',
  (rate, count, runs) => {
    const rates = Array.from({ length: count }, () => rate);
    expect(share(runs, (run) => watch(draw(rates, 600, `null ${rate} ${run}`)) !== null)).toBeLessThanOrEqual(
      FALSE_WINNER_RATE,
    );
  },
);

test('the usual test, looked at as often, would name one several times as often', () => {
  const naive = share(200, (run) => watchNaively(draw([0.1, 0.1], 600, `naive ${run}`), 25));
  const ours = share(200, (run) => watch(draw([0.1, 0.1], 600, `naive ${run}`)) !== null);
  expect(naive).toBeGreaterThan(0.15);
  expect(ours).toBeLessThanOrEqual(FALSE_WINNER_RATE);
});

test('never takes the worse variant for the better one, beyond the allowed rate', () => {
  expect(share(200, (run) => watch(draw([0.06, 0.08], 600, `worse ${run}`))?.winnerId === 'v0')).toBeLessThanOrEqual(
    FALSE_WINNER_RATE,
  );
});

test.each([
  [0.05, 0.12, 800],
  [0.35, 0.5, 500],
  [0.02, 0.08, 700],
])('finds a real difference (%p against %p) within %p mails of each variant, nearly always', (worse, better, mails) => {
  expect(
    share(60, (run) => watch(draw([worse, better], mails, `real ${worse} ${run}`))?.winnerId === 'v1'),
  ).toBeGreaterThan(0.8);
});

test('waits for the sample and for enough observed mails, whatever the figures say', () => {
  const clear = draw([0.01, 0.9], 200, 'clear');
  expect(findWinner(clear, { sent: 400, neededLeads: 400 })).toMatchObject({
    winnerId: 'v1',
    missing: null,
    neededEvidence: 40,
  });
  expect(findWinner(clear, { sent: 399, neededLeads: 400 })).toMatchObject({ winnerId: null, missing: 'SAMPLE' });
  expect(
    findWinner(
      clear.map((variant) => ({ ...variant, outcomes: variant.outcomes.slice(0, MINIMUM_OBSERVED - 1) })),
      { sent: 400, neededLeads: 0 },
    ),
  ).toMatchObject({ winnerId: null, missing: 'OBSERVED' });
  expect(findWinner(draw([0.1, 0.1], 60, 'equal'), { sent: 120, neededLeads: 0 }).missing).toBe('EVIDENCE');
});

test('says of figures what it said while they came in', () => {
  const variants = draw([0.05, 0.3, 0.1], 400, 'three');
  const watched = watch(variants)!;
  expect(watched.winnerId).toBe('v1');
  const at = (seen: number) =>
    findWinner(
      variants.map(({ id, outcomes }) => ({ id, outcomes: outcomes.slice(0, seen) })),
      { sent: seen * 3, neededLeads: 0 },
    ).winnerId;
  expect([at(watched.after - 1), at(watched.after)]).toEqual([
    watched.after === MINIMUM_OBSERVED ? at(watched.after - 1) : null,
    'v1',
  ]);
});

test('what one look said is not unsaid by mails observed later: the evidence of the first pairs is the same', () => {
  const [a, b] = draw([0.1, 0.2], 300, 'prefix');
  const early = evidenceThatBetter(b!.outcomes.slice(0, 100), a!.outcomes.slice(0, 100));
  expect(evidenceThatBetter(b!.outcomes.slice(0, 100), a!.outcomes.slice(0, 180))).toBe(early);
});
