import { defineBench } from './harness/bench';
import { compareFigures } from './harness/compare-figures';

/**
 * Takes 45 GB of disk and an hour, most of it to fill them: SKEIN_BENCH_KEEP names a folder that stays. SKEIN_BENCH_EVENTS sets the
 * number of events.
 */
export default defineBench({
  name: 'analytics-large',
  summary: 'the same figures over a hundred million events, equal to a recount and against DuckDB',
  run: (bench) =>
    compareFigures(bench, {
      name: 'analytics-large',
      events: Number(process.env['SKEIN_BENCH_EVENTS'] ?? (bench.quick ? 2_000_000 : 100_000_000)),
      asked: 1,
      timesRecount: false,
    }),
});
