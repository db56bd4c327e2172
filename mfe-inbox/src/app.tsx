import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { InboxArea } from './inbox-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, InboxArea);
