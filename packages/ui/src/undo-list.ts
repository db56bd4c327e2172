import { isPassing } from './failure-sentence';
import { keptUndosOf, type KeptUndos, type UndoOwner } from './kept-undos';

/** Whether an undo has said itself what it did. Without an answer, anything said meanwhile counts. */
type Undone = void | boolean;
export type UndoRun = () => Undone | Promise<Undone>;

/** Undoes what the server keeps, by its name there and what was said of it. */
export type UndoKept = (keptAs: string, title: string) => Undone | Promise<Undone>;

/** What an undo needs of the messages. */
interface Messages {
  /** How much was said until now, except what was undone. */
  count: () => number;
  isShown: (id: string) => boolean;
  tellUndone: (title: string) => void;
  tellTooLate: (title: string) => void;
}

/** An action and how it is undone. */
interface ActionToList {
  run: UndoRun;
  /** Of its message. */
  id: string;
  title: string;
  keptAs: string | undefined;
  /** For how long the key undoes it. */
  seconds: number;
}

/** Runs undos, each once at a time. Ended, an action is forgotten, unless the server could not be reached: then it can be undone again. */
function createRunner(messages: Messages, forget: (name: string) => void) {
  /** Names of what is being undone. */
  const running = new Set<string>();
  const undo = (name: string, title: string, run: UndoRun): void | Promise<void> => {
    if (running.has(name)) return undefined;
    running.add(name);
    const before = messages.count();
    const succeed = (hasTold: Undone) => {
      running.delete(name);
      forget(name);
      if (!(typeof hasTold === 'boolean' ? hasTold : messages.count() > before)) messages.tellUndone(title);
    };
    const fail = (error: unknown): never => {
      running.delete(name);
      if (!isPassing(error)) forget(name);
      throw error;
    };
    let work: ReturnType<UndoRun>;
    try {
      work = run();
    } catch (error) {
      return fail(error);
    }
    return typeof work === 'object' ? work.then(succeed, fail) : succeed(work);
  };
  return { running, undo };
}

/** Actions that can be undone: those of this page, and before them those that are kept over a reload. */
export function createUndoList(messages: Messages) {
  let undos: KeptUndos | undefined;
  let undoKept: UndoKept | undefined;
  let owner: UndoOwner | undefined;
  let actions: { name: string; run: () => void | Promise<void>; id: string; until: number }[] = [];
  let count = 0;
  const page = Date.now().toString(36);

  const forget = (name: string) => {
    actions = actions.filter((each) => each.name !== name);
    undos?.remove(name);
  };
  const { running, undo } = createRunner(messages, forget);
  return {
    /** Lists an action. @returns what undoes it, by a button as well as by the key, but once */
    add({ run, id, title, keptAs, seconds }: ActionToList): () => void | Promise<void> {
      count += 1;
      const name = keptAs ?? `page-${page}-${count}`;
      const once = () => (actions.some((each) => each.run === once) ? undo(name, title, run) : undefined);
      const until = Date.now() + 1000 * seconds;
      actions = [...actions, { name, run: once, id, until }].slice(-50);
      undos?.add({ keptAs: name, title, until, ...(keptAs === undefined ? { isOfPage: true } : {}) });
      return once;
    },
    /** The newest action that can still be undone, with its message where it is of this page. */
    next(): { run: () => void | Promise<void>; id?: string } | undefined {
      // The time of a message stands still under the pointer; as long as it is shown, the key works too.
      const last = actions.findLast(
        ({ name, until, id }) => !running.has(name) && (until > Date.now() || messages.isShown(id)),
      );
      if (last) return last;
      const by = undoKept;
      const kept = by && undos?.newest(running);
      if (!kept) return undefined;
      const { keptAs, title } = kept;
      if (!kept.isOfPage) return { run: () => undo(keptAs, title, () => by(keptAs, title)) };
      return {
        run: () => {
          forget(keptAs);
          messages.tellTooLate(title);
        },
      };
    },
    /** Keeps the actions of this person over a reload; those of anyone before are no longer undone. */
    keepFor(next: UndoOwner): void {
      if (owner && (owner.personId !== next.personId || owner.workspaceId !== next.workspaceId)) actions = [];
      owner = next;
      undos = keptUndosOf(next);
    },
    /** Undoes with this what was done before a reload, until the answer is called. */
    undoBy(undoing: UndoKept): () => void {
      undoKept = undoing;
      return () => {
        if (undoKept === undoing) undoKept = undefined;
      };
    },
    /** Lists an action no longer that was undone elsewhere. @returns what undid it */
    forget(name: string): readonly UndoRun[] {
      const runs = actions.filter((each) => each.name === name).map(({ run }) => run);
      forget(name);
      return runs;
    },
    /** Lists nothing of this page any more. */
    clear(): void {
      for (const { name } of actions) forget(name);
    },
  };
}
