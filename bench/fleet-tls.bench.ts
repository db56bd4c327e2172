import { defineBench } from './harness/bench';
import { holdFleet } from './harness/hold-fleet';

export default defineBench({
  name: 'fleet-tls',
  summary: 'the same with TLS, in a process of its own: memory that was used once is not returned',
  run: (bench) => holdFleet(bench, bench.quick ? 200 : 5_000, { tls: true }),
});
