import { startPatroniPair } from '../world/patroni-pair';
import type { Lane } from './lane';
import { strikeFailovers } from './strike-failovers';

/** The same failovers where Patroni decides: nobody promotes, the leader's lock runs out and the other member takes it. */
export const patroni: Lane = (options) => strikeFailovers(options, startPatroniPair);
