/** Where a draft is: nothing typed since the last save, waiting to be saved, being saved, or not saved because of an error. */
export type DraftState = 'saved' | 'waiting' | 'saving' | 'failed';

export interface KeepDraftOptions<Draft> {
  /** Stores a draft; answers when it was stored (ISO). */
  save: (draft: Draft) => Promise<string>;
  onChange: (state: DraftState, savedAt: string | null) => void;
  /** Milliseconds without typing before a draft is stored. */
  pause?: number;
}

/**
 * Stores what is typed once the typing pauses, one save at a time, the newest last. What failed is tried again with the next
 * change, and when the composer is left.
 */
export function keepDraft<Draft>({ save, onChange, pause = 700 }: KeepDraftOptions<Draft>) {
  let waiting: { draft: Draft } | null = null;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let savedAt: string | null = null;
  /** A save that fails after this has grown is not tried again. */
  let drops = 0;

  const run = async (): Promise<void> => {
    while (waiting) {
      const { draft } = waiting;
      const begun = drops;
      waiting = null;
      onChange('saving', savedAt);
      try {
        savedAt = await save(draft);
        onChange(waiting ? 'waiting' : 'saved', savedAt);
      } catch {
        onChange('failed', savedAt);
        // Something newer waits: whoever has left the composer writes no more that would bring it here.
        if (waiting) continue;
        if (drops === begun) waiting = { draft };
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    /** Told of each change. */
    change(draft: Draft): void {
      waiting = { draft };
      onChange('waiting', savedAt);
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), pause);
    },
    /** Stores at once what waits. */
    flush,
    /** Forgets what waits and waits for a save that runs: for a draft that was sent or thrown away. */
    async drop(): Promise<void> {
      clearTimeout(timer);
      drops += 1;
      waiting = null;
      await running;
    },
  };
}
