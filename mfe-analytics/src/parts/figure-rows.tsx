import { createPart } from '@skein/mfe/area';
import manifest from '../../manifest.json';
import { FigureRows } from '../figure-rows/figure-rows';

/** What other areas show when a figure is opened. */
export const part = createPart('analytics/figure-rows', manifest, FigureRows);
