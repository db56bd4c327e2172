import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { AnalyticsArea } from './analytics-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, AnalyticsArea);
