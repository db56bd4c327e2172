import { outsideTexts, repeated, type OutsideText } from '../backend/src/services/testing/outside-texts';
import { defineBench, type Bench } from './harness/bench';
import { cpuTime } from './harness/measure-once';

/** CPU (ms) for the longest text below which its growth is of no interest. */
const unnoticed = 250;
/** Twice the text may take twice the time, and a little for what more memory costs. */
const goal = { atMost: 2.2, text: 'at most 2.2x for twice the text' };

async function costOf(read: OutsideText['read'], texts: readonly string[]): Promise<number> {
  // What is compared begins without garbage: otherwise the longer text pays for what was read before it.
  global.gc?.();
  const before = cpuTime();
  for (const text of texts) await read(text);
  return cpuTime() - before;
}

/**
 * How many times as much the whole text takes as half of it; null where the whole takes too little. Other work only
 * ever adds: the least of all rounds is compared.
 */
async function factorOf(bench: Bench, { read, limit }: OutsideText, piece: string): Promise<number | null> {
  const [whole, half] = [repeated(piece, limit), repeated(piece, Math.floor(limit / 2))];
  // Even if it grew with the square, the whole would take less.
  if ((await costOf(read, [repeated(piece, Math.floor(limit / 4))])) < unnoticed / 16) return null;
  let [wholeCost, halfCost] = [await costOf(read, [whole]), Infinity];
  for (let round = 0; round < bench.rounds && wholeCost >= unnoticed; round += 1) {
    // Both halves in one measurement: as much is allocated and collected as for the whole.
    halfCost = Math.min(halfCost, (await costOf(read, [half, half])) / 2);
    wholeCost = Math.min(wholeCost, await costOf(read, [whole]));
  }
  return wholeCost < unnoticed ? null : wholeCost / halfCost;
}

export default defineBench({
  name: 'linear-time',
  summary:
    'CPU for twice the text against the text, for each reader of what strangers and people write (--quick: 3 rounds)',
  async run(bench) {
    const factors: number[] = [];
    let texts = 0;
    let highest = { factor: 0, name: 'none', piece: '' };
    for (const outside of outsideTexts) {
      for (const piece of outside.pieces) {
        texts += 1;
        const factor = await factorOf(bench, outside, piece);
        if (factor === null) continue;
        factors.push(factor);
        bench.say(`${outside.name.padEnd(28)} ${JSON.stringify(piece).slice(0, 30).padEnd(30)} ${factor.toFixed(2)}`);
        if (factor > highest.factor) highest = { factor, name: outside.name, piece };
      }
    }
    bench.record({
      name: 'linear-time',
      what: `CPU of a reader for its longest text over that for half of it, for the ${factors.length} of ${texts} hostile texts that take ${unnoticed} ms or more`,
      values: factors,
      unit: 'x',
      goal,
      figures: {
        readers: outsideTexts.length,
        'highest factor': Number(highest.factor.toPrecision(3)),
        'read by': highest.name,
        'made of': JSON.stringify(highest.piece),
      },
    });
  },
});
