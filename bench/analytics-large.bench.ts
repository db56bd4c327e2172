import { defineBench } from './harness/bench';
import { compareFigures } from './harness/compare-figures';

/** Takes 45 GB of disk and an hour or more. SKEIN_BENCH_EVENTS sets the number of events. */
export default defineBench({
  name: 'analytics-large',
  summary: 'the same figures over a hundred million events',
  run: (bench) =>
    compareFigures(bench, {
      name: 'analytics-large',
      events: Number(process.env['SKEIN_BENCH_EVENTS'] ?? (bench.quick ? 2_000_000 : 100_000_000)),
      asked: 1,
    }),
});
