import { createArea } from '@skein/mfe/area';
import manifest from '../manifest.json';
import { SettingsArea } from './settings-area';

/** What the shell loads: the life cycles of this area. */
export const { bootstrap, mount, unmount, update } = createArea(manifest, SettingsArea);
