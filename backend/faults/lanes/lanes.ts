import { bigImport } from './big-import.lane';
import { diskFull } from './disk-full.lane';
import type { Lane } from './lane';
import { patroni } from './patroni.lane';
import { pgbouncer } from './pgbouncer.lane';
import { standby } from './standby.lane';
import { systemClock } from './system-clock.lane';
import { twoVersions } from './two-versions.lane';

/** Every lane by its name: `npm run faults -- --lane NAME`. */
export const lanes: Record<string, Lane> = {
  standby,
  patroni,
  pgbouncer,
  'two-versions': twoVersions,
  'big-import': bigImport,
  'disk-full': diskFull,
  'system-clock': systemClock,
};
