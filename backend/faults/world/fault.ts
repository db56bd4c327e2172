import type { ByteFault } from './byte-proxy';
import type { FaultWorld } from './fault-world';
import type { Random } from './random';
import type { RunningWorker } from './worker-pool';

/**
 * One fault: it strikes the running world and leaves it with at least one healthy worker.
 * @returns what it struck, for the story, or null when its moment did not come
 */
export type Fault = (world: FaultWorld, random: Random) => Promise<string | null>;

export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
/** Longer than the slowest worker takes to open its next connection. */
export const patience = 6_000;

/** Bytes upwards of a mail of this world, before one was measured. */
const usualDialogue = 1_400;

/** A place in the dialogue: anywhere, but every third time around the dot that ends the mail, and every fourth in the server's replies. */
export function somewhere(world: FaultWorld, random: Random): Pick<ByteFault, 'direction' | 'at' | 'fromDot'> {
  const choice = random.below(12);
  if (choice < 5) return { direction: 'up', at: random.below(world.proxy.shortest() ?? usualDialogue) };
  if (choice < 9) return { direction: 'up', fromDot: true, at: random.below(12) - 2 };
  return { direction: 'down', at: random.below(420) };
}

export const told = (place: Pick<ByteFault, 'direction' | 'at' | 'fromDot'>): string =>
  `${place.direction} ${place.fromDot ? 'dot' : ''}${place.at}`;

/** Waits until the armed fault has struck. */
export function strike(
  world: FaultWorld,
  fault: Omit<ByteFault, 'onReached'>,
  onReached: () => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      world.proxy.arm(null);
      resolve(false);
    }, patience);
    world.proxy.arm({
      ...fault,
      onReached: () => {
        clearTimeout(timer);
        onReached();
        resolve(true);
      },
    });
  });
}

/** Leaves one worker, whoever it is. */
export async function onlyWorker(world: FaultWorld): Promise<RunningWorker> {
  const [first, ...others] = world.pool.alive();
  for (const other of others) {
    other.kill('SIGKILL');
    await other.gone;
  }
  return first ?? world.pool.start();
}
