import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { CampaignsArea } from './campaigns-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, CampaignsArea);
