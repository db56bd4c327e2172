/** An action that can still be undone. */
interface KeptUndo {
  /** Its name on the server, or one of this page alone. */
  keptAs: string;
  title: string;
  /** ms of real time until which the key undoes it. */
  until: number;
  /** Only the page on which it was done can undo it. It is kept so that no older action is undone in its place after a reload. */
  isOfPage?: boolean;
}

/** Whose actions they are: another login in the same tab undoes none of them. */
export interface UndoOwner {
  workspaceId: number;
  personId: string;
}

/** What one person can still undo in this tab, kept over a reload; gone with the session. */
export interface KeptUndos {
  add: (undo: KeptUndo) => void;
  remove: (name: string) => void;
  /** The newest, except those with these names. */
  newest: (besides: ReadonlySet<string>) => KeptUndo | undefined;
}

const isKept = (value: unknown): value is KeptUndo =>
  typeof value === 'object' &&
  value !== null &&
  'keptAs' in value &&
  typeof value.keptAs === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'until' in value &&
  typeof value.until === 'number' &&
  (!('isOfPage' in value) || typeof value.isOfPage === 'boolean');

function read(place: string): KeptUndo[] {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(place) ?? '[]');
    return Array.isArray(value) ? value.filter(isKept).filter(({ until }) => until > Date.now()) : [];
  } catch {
    return [];
  }
}

function write(place: string, undos: readonly KeptUndo[]): void {
  try {
    if (undos.length === 0) window.sessionStorage.removeItem(place);
    else window.sessionStorage.setItem(place, JSON.stringify(undos.slice(-50)));
  } catch {
    // A full or closed storage: undoing works until the page is reloaded.
  }
}

/** What this person can still undo in this tab. */
export function keptUndosOf({ workspaceId, personId }: UndoOwner): KeptUndos {
  const place = `skein.undo.${workspaceId}.${personId}`;
  return {
    add: (undo) => write(place, [...read(place).filter(({ keptAs }) => keptAs !== undo.keptAs), undo]),
    remove: (name) =>
      write(
        place,
        read(place).filter(({ keptAs }) => keptAs !== name),
      ),
    newest: (besides) => read(place).findLast(({ keptAs }) => !besides.has(keptAs)),
  };
}
