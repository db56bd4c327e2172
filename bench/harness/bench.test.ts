import { benchTable, putTable } from '../table.mjs';
import { defineBench, runBench } from './bench';
import { cpuTime } from './measure-once';
import { spreadOf } from './spread';

const quiet = { rounds: 4, quick: true, log: () => {} };

it('interleaves the sides A B B A, so that what drifts meets both alike', async () => {
  const order: string[] = [];
  let clock = 100;
  const side = (name: string) => () => {
    order.push(name);
    // Every batch is dearer than the one before, whoever runs it.
    return Promise.resolve({ value: (clock += 10) });
  };
  const [row] = await runBench(
    defineBench({
      name: 'x',
      summary: '',
      run: async (bench) =>
        void (await bench.compare({
          name: 'x',
          what: 'w',
          against: 'peer',
          measure: 'value',
          goal: { atMost: 1.1 },
          ours: side('A'),
          theirs: side('B'),
        })),
    }),
    quiet,
  );
  expect(order.slice(2, 10).join('')).toBe('ABBAABBA');
  expect(row?.ratio?.median).toBeCloseTo(1, 10);
  expect(row?.control?.median).toBeCloseTo(1, 10);
  expect(row?.met).toBe(true);
});

it('holds the pessimistic end of the spread against the goal', async () => {
  const [row] = await runBench(
    defineBench({
      name: 'x',
      summary: '',
      run: (bench) =>
        Promise.resolve(
          void bench.record({ name: 'x', what: 'w', values: [1, 1, 1, 1, 9], unit: 's', goal: { atMost: 2 } }),
        ),
    }),
    quiet,
  );
  expect(row?.value).toMatchObject({ median: 1, unit: 's' });
  expect(row?.met).toBe(false);
  expect(spreadOf([5]).high).toBe(5);
});

it('cleans up after a failure, the last first', async () => {
  const cleaned: number[] = [];
  const failing = defineBench({
    name: 'x',
    summary: '',
    run: (bench) => {
      bench.cleanUp(() => cleaned.push(1));
      bench.cleanUp(() => cleaned.push(2));
      return Promise.reject(new Error('no peer'));
    },
  });
  await expect(runBench(failing, quiet)).rejects.toThrow('no peer');
  expect(cleaned).toEqual([2, 1]);
});

it('counts the CPU of this process', () => {
  const before = cpuTime();
  let sum = 0;
  for (let turn = 0; turn < 3_000_000; turn += 1) sum += Math.sqrt(turn);
  expect(sum).toBeGreaterThan(0);
  expect(cpuTime()).toBeGreaterThan(before);
});

it('writes the table between the markers and leaves the rest', () => {
  const table = benchTable([
    {
      name: 'a',
      what: 'w',
      against: 'p',
      ratio: { median: 1.2345, low: 1, high: 2 },
      goal: { atMost: 1.5 },
      met: false,
      control: { median: 1, low: 1, high: 1 },
    },
  ]);
  const text = putTable('before\n<!-- bench -->\nold\n<!-- /bench -->\nafter', table);
  expect(text).toContain('| a | w | p | 1.23 (1 to 2) x | at most 1.5 | **no** | 1 |');
  expect(text).not.toContain('old');
  expect(text.endsWith('<!-- /bench -->\nafter')).toBe(true);
  expect(() => putTable('nothing', table)).toThrow('The file has no place');
});
