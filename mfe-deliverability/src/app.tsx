import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { DeliverabilityArea } from './deliverability-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, DeliverabilityArea);
