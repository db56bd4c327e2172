import { defineBench } from './harness/bench';
import { compareFigures } from './harness/compare-figures';

/** SKEIN_BENCH_EVENTS sets the number of events. */
export default defineBench({
  name: 'analytics',
  summary:
    'the figures of 31 days over five million events, from rollups, against a recount of the events, by PostgreSQL and by DuckDB',
  run: (bench) =>
    compareFigures(bench, {
      name: 'analytics',
      events: Number(process.env['SKEIN_BENCH_EVENTS'] ?? (bench.quick ? 500_000 : 5_000_000)),
      asked: 20,
      timesRecount: true,
    }),
});
