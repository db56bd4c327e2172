/** The specification's exact words. */
export const newVersionQuestion = "Hey! We've just pushed up an updated version. Click Ok to load it";

/** After a reload the question is not put again for this long: a part that stays broken must not become a reload loop. */
export const questionCooldown = 30_000;

const askedKey = 'skein.reloaded-at';

/** Whether an error says that the files of this page are gone or replaced: a newer build is out. */
export function isStaleBuild(error: unknown): boolean {
  const { name, message } = (error ?? {}) as { name?: string; message?: string };
  if (name === 'ChunkLoadError') return true;
  return /Loading (CSS )?chunk .+ failed|RUNTIME-00[138]|RUNTIME-013|Unexpected token '?<|MIME type|is not valid JSON/.test(
    message ?? '',
  );
}

export interface ReloadQuestion {
  confirm: (question: string) => boolean;
  reload: () => void;
  now: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

const browser: ReloadQuestion = {
  confirm: (question) => window.confirm(question),
  reload: () => window.location.reload(),
  now: () => Date.now(),
  storage: typeof window === 'undefined' ? { getItem: () => null, setItem: () => {} } : window.sessionStorage,
};

let asking = false;

/**
 * Asks whether to load the newer version, and does so on OK: one question at a time, and none within the cooldown.
 * Returns whether the question was put.
 */
export function offerReload(surroundings: ReloadQuestion = browser): boolean {
  const { confirm, reload, now, storage } = surroundings;
  if (asking || now() - Number(storage.getItem(askedKey) ?? 0) < questionCooldown) return false;
  asking = true;
  try {
    storage.setItem(askedKey, String(now()));
    if (confirm(newVersionQuestion)) reload();
  } finally {
    asking = false;
  }
  return true;
}
