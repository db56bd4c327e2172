import { startStandbyPair } from '../world/standby-pair';
import type { Lane } from './lane';
import { strikeFailovers } from './strike-failovers';

/** Failovers to a standby that is behind, synchronous and not, promoted manually as an operator does it. */
export const standby: Lane = (options) => strikeFailovers(options, startStandbyPair);
