import { defineBench } from './harness/bench';
import { holdFleet } from './harness/hold-fleet';

export default defineBench({
  name: 'fleet',
  summary: 'idle IMAP mailboxes that one worker holds: memory and the time to connect, beside raw connections',
  run: (bench) => holdFleet(bench, bench.quick ? 200 : 5_000, { tls: false }),
});
