import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { UniversityArea } from './university-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, UniversityArea);
