/** Areas that were left and are kept for a quick way back: the last few, for a while. */
export interface KeptAreas {
  /** Keeps an area; `release` takes it down when its place is needed, its time is over, or nothing may be kept any more. */
  keep(name: string, release: () => void): void;
  /** Takes an area out to show it again; false when it is not kept. */
  take(name: string): boolean;
  /** Releases all of them. */
  clear(): void;
}

/**
 * Bounded, because a kept area holds its elements and its rows in memory.
 * @param most how many are kept
 * @param longest milliseconds; by default as long as the cache keeps answers that nobody reads (api.ts), so that none comes back empty
 */
export function createKeptAreas({ most = 3, longest = 300_000 }: { most?: number; longest?: number } = {}): KeptAreas {
  const kept = new Map<string, { release: () => void; timer: ReturnType<typeof setTimeout> }>();
  const remove = (name: string) => {
    const entry = kept.get(name);
    if (!entry) return undefined;
    clearTimeout(entry.timer);
    kept.delete(name);
    return entry;
  };
  const release = (name: string) => remove(name)?.release();
  return {
    keep(name, released) {
      release(name);
      kept.set(name, { release: released, timer: setTimeout(() => release(name), longest) });
      // A map keeps the order of insertion: the first is the one that was left longest ago.
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - most))) release(oldest);
    },
    take: (name) => remove(name) !== undefined,
    clear() {
      for (const name of [...kept.keys()]) release(name);
    },
  };
}

/** Those of the page. */
export const keptAreas = createKeptAreas();
