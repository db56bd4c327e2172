/** The one local-storage key; everything that is kept on a device stands under it, uncompressed. */
export const storageKey = 'skein';

/** Version of the shape below the key. Raise it and add a migration when a persisted area changes its shape. */
export const storageVersion = 2;

/** The eleven areas that survive a reload (docs/domain.md, Lists and limits). A remote's own slice is never among them. */
export const persistedAreas = [
  'applicant',
  'campaigns',
  'uifilters',
  'getstarted',
  'auth',
  'university',
  'smartdelivery',
  'smartservers',
  'edsubscription',
  'domains',
  'analytics',
] as const;

export type PersistedArea = (typeof persistedAreas)[number];

type Saved = { version: number; areas: Record<string, unknown> };
type Areas = Record<string, unknown>;

/** From version n to n + 1. Never edit one that was released. */
const migrations: Record<number, (areas: Areas) => Areas> = {
  // The questions of the onboarding changed: answers to those that are not asked any more go.
  1: (areas) => {
    const applicant = areas.applicant as { answers?: Record<string, string> } | undefined;
    if (!applicant?.answers) return areas;
    const { role, goal } = applicant.answers;
    return {
      ...areas,
      applicant: {
        ...applicant,
        answers: { ...(role === undefined ? {} : { role }), ...(goal === undefined ? {} : { goal }) },
      },
    };
  },
};

/** What was kept, brought to this version; nothing when there is none, it is damaged, or it was written by a newer version. */
export function loadPersisted(storage: Storage): Partial<Record<PersistedArea, unknown>> {
  let saved: Saved;
  try {
    saved = JSON.parse(storage.getItem(storageKey) ?? 'null') as Saved;
  } catch {
    return {};
  }
  if (!saved || typeof saved.version !== 'number' || typeof saved.areas !== 'object' || saved.areas === null) return {};
  if (saved.version > storageVersion) return {};
  let areas = saved.areas;
  try {
    for (let version = saved.version; version < storageVersion; version += 1)
      areas = migrations[version]?.(areas) ?? areas;
  } catch {
    // What no migration understands is damaged: the person begins anew, the page does not stay white.
    return {};
  }
  return Object.fromEntries(
    persistedAreas.filter((area) => areas[area] !== undefined).map((area) => [area, areas[area]]),
  );
}

/**
 * Keeps the persisted areas of a store on the device. Writes are gathered for `delay` milliseconds and always done before
 * the page goes away. Returns what ends it.
 */
export function keepPersisted(
  store: { getState(): Record<string, unknown>; subscribe(listener: () => void): () => void },
  storage: Storage,
  delay = 150,
): () => void {
  let written: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const snapshot = () => persistedAreas.map((area) => store.getState()[area]);
  const write = () => {
    timer = undefined;
    const current = snapshot();
    if (current.every((value, index) => value === written[index])) return;
    written = current;
    const areas = Object.fromEntries(persistedAreas.map((area, index) => [area, current[index]]));
    try {
      storage.setItem(storageKey, JSON.stringify({ version: storageVersion, areas } satisfies Saved));
    } catch {
      // A full or forbidden storage costs the person their saved view, not their work.
    }
  };
  const flush = () => {
    if (timer !== undefined) clearTimeout(timer);
    write();
  };
  written = snapshot();
  const unsubscribe = store.subscribe(() => {
    timer ??= setTimeout(write, delay);
  });
  window.addEventListener('pagehide', flush);
  return () => {
    unsubscribe();
    window.removeEventListener('pagehide', flush);
    if (timer !== undefined) clearTimeout(timer);
  };
}
