import { readFileSync, readdirSync, statSync } from 'node:fs';
import { measureOnce, type Measured } from './measure-once';
import { spreadOf, type Spread } from './spread';
import type { Figure, Goal, ResultRow } from './result';

/** One side of a comparison: does a batch of work and says how many operations it was, or what it measured by itself. */
type Side = () => Promise<Batch>;

interface Batch {
  /** How many operations were done; the harness divides CPU and time by it. */
  operations?: number;
  /** For `measure: 'value'`: what this side measured (bytes, milliseconds, ...). */
  value?: number;
}

/**
 * What is compared. `cpu` and `wall` are milliseconds an operation, `throughput` is operations a second, `value` is what the sides
 * answer themselves.
 */
type Measure = 'cpu' | 'wall' | 'throughput' | 'value';

interface Comparison {
  /** Name of the row; `name` of the bench, or `name-part`. */
  name: string;
  /** One sentence: what one operation is. */
  what: string;
  /** Who stands on the other side, with its version. */
  against: string;
  measure: Measure;
  /** Unit of one side's figure; follows from `measure` unless that is `value`. */
  unit?: string;
  goal?: Goal;
  ours: Side;
  theirs: Side;
  /** Which side is compared with itself as the control; the cheaper one, `theirs`, unless given. */
  control?: 'ours' | 'theirs';
  /** Process ids (with everything below them) whose CPU counts besides this process and its children: PostgreSQL, servers. */
  alsoCpuOf?: readonly (number | undefined)[];
  versions?: Record<string, string>;
  /** What a reader must know to judge the figure. */
  note?: string;
  /** Further figures of the same row. */
  figures?: Record<string, Figure>;
}

interface Recorded extends Pick<ResultRow, 'name' | 'what' | 'goal' | 'note' | 'figures'> {
  versions?: Record<string, string>;
  /** One figure of each round, or one for what cannot be repeated. */
  values: readonly number[];
  unit: string;
}

export interface Bench {
  /** How many rounds a comparison takes: 9 or more for a result that is kept. */
  readonly rounds: number;
  /** True with `--quick`: sizes may be smaller, nothing is written. */
  readonly quick: boolean;
  /** Runs both sides interleaved (A B B A a round), then the control, and keeps the row. */
  compare(comparison: Comparison): Promise<ResultRow>;
  /** Keeps a row that is measured against a figure instead of against a peer. */
  record(recorded: Recorded): ResultRow;
  /** Run when the bench has ended, also after a failure; the last one first. */
  cleanUp(work: () => unknown): void;
  say(text: string): void;
}

export interface BenchDefinition {
  name: string;
  /** One line for the list. */
  summary: string;
  run(bench: Bench): Promise<void>;
}

/** A bench is `export default defineBench({ name, summary, run })` in `bench/<name>.bench.ts`. */
export const defineBench = (definition: BenchDefinition): BenchDefinition => definition;

const units: Record<Measure, string> = {
  cpu: 'ms CPU an operation',
  wall: 'ms an operation',
  throughput: 'operations a second',
  value: '',
};

const figureOf = (measure: Measure, batch: Batch, { cpu, wall }: Measured): number => {
  if (measure === 'value') {
    if (batch.value === undefined) throw new Error('A side of a comparison by value must answer { value }.');
    return batch.value;
  }
  if (!batch.operations) throw new Error('A side must answer how many operations it did: { operations }.');
  if (measure === 'cpu') return cpu / batch.operations;
  return measure === 'wall' ? wall / batch.operations : (batch.operations / wall) * 1000;
};

/** One batch of a side. */
async function once(comparison: Comparison, side: Side) {
  const { answer, measured } = await measureOnce(side, comparison.alsoCpuOf ?? []);
  return {
    figure: figureOf(comparison.measure, answer, measured),
    cpu: answer.operations ? measured.cpu / answer.operations : 0,
  };
}

/** Rounds of A B B A: what drifts in one direction meets both sides alike. */
async function series(
  comparison: Comparison,
  { sides: [first, second], rounds, say }: { sides: [Side, Side]; rounds: number; say: (line: string) => void },
) {
  const ratios: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const figures = [
      await once(comparison, first),
      await once(comparison, second),
      await once(comparison, second),
      await once(comparison, first),
    ].map(({ figure }) => figure) as [number, number, number, number];
    ours.push((figures[0] + figures[3]) / 2);
    theirs.push((figures[1] + figures[2]) / 2);
    ratios.push((figures[0] + figures[3]) / (figures[1] + figures[2]));
    say(
      `${round}/${rounds}: ${round3(ours.at(-1) as number)} against ${round3(theirs.at(-1) as number)}, ratio ${round3(ratios.at(-1) as number)}`,
    );
  }
  return { ratio: spreadOf(ratios), ours: spreadOf(ours), theirs: spreadOf(theirs) };
}

/** Runs both sides interleaved, then the control. */
async function compareSides(comparison: Comparison, rounds: number, log: (line: string) => void): Promise<ResultRow> {
  const {
    name,
    what,
    against,
    measure,
    unit = units[measure],
    goal,
    ours,
    theirs,
    control = 'theirs',
    versions,
    note,
    figures,
  } = comparison;
  log(`${name}: ${what}, against ${against}`);
  // Once each, so that neither side pays for compilation and caches.
  await once(comparison, ours);
  await once(comparison, theirs);
  const measured = await series(comparison, { sides: [ours, theirs], rounds, say: (line) => log(`  round ${line}`) });
  const same = control === 'ours' ? ours : theirs;
  const checked = await series(comparison, { sides: [same, same], rounds, say: (line) => log(`  control ${line}`) });
  return completeRow({
    name,
    what,
    against,
    measure,
    unit,
    goal,
    versions,
    note,
    figures,
    ...measured,
    control: checked.ratio,
    rounds,
  });
}

/** Runs a bench and answers its rows. */
export async function runBench(
  definition: BenchDefinition,
  { rounds, quick, log }: { rounds: number; quick: boolean; log: (line: string) => void },
): Promise<ResultRow[]> {
  const rows: ResultRow[] = [];
  const cleaners: (() => unknown)[] = [];
  const keep = (row: ResultRow) => {
    rows.push(row);
    log(describeRow(row));
    return row;
  };

  const bench: Bench = {
    rounds,
    quick,
    say: log,
    cleanUp: (work) => void cleaners.push(work),
    record: ({ values, unit, ...row }) =>
      keep(completeRow({ ...row, value: { ...spreadOf(values), unit }, rounds: values.length })),
    compare: async (comparison) => keep(await compareSides(comparison, rounds, log)),
  };
  try {
    await definition.run(bench);
  } finally {
    for (const clean of cleaners.reverse()) await clean();
  }
  return rows;
}

function completeRow(
  row: Omit<ResultRow, 'met' | 'date' | 'versions'> & { versions?: Record<string, string> },
): ResultRow {
  const spread: Spread | undefined = row.ratio ?? row.value;
  // The pessimistic end of the spread decides, not the median.
  const met =
    row.goal && spread
      ? (row.goal.atMost === undefined || spread.high <= row.goal.atMost) &&
        (row.goal.atLeast === undefined || spread.low >= row.goal.atLeast)
      : undefined;
  return {
    ...row,
    met,
    versions: { node: process.version, ...machine(), ...row.versions },
    date: new Date().toISOString(),
  };
}

function machine(): Record<string, string> {
  try {
    const model = /model name\s*:\s*(.+)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown';
    const cores = readdirSync('/sys/devices/system/cpu').filter(
      (name) => /^cpu\d+$/.test(name) && statSync(`/sys/devices/system/cpu/${name}`).isDirectory(),
    ).length;
    return { cpu: `${model}, ${cores} cores` };
  } catch {
    return {};
  }
}

const round3 = (value: number): number => Number(value.toPrecision(3));

function describeRow(row: ResultRow): string {
  const spread = row.ratio ?? row.value;
  const figure = spread
    ? `${round3(spread.median)} (${round3(spread.low)} to ${round3(spread.high)})${row.ratio ? ` times ${row.against}` : ` ${row.value?.unit}`}`
    : '';
  const control = row.control ? `, control ${round3(row.control.median)}` : '';
  return `= ${row.name}: ${figure}${control}${row.met === undefined ? '' : row.met ? ', goal met' : ', goal NOT met'}`;
}
