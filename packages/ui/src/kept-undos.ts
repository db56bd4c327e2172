/** An action that the server keeps for undoing. */
interface KeptUndo {
  keptAs: string;
  title: string;
  /** ms of real time until which the key undoes it. */
  until: number;
}

const place = 'skein.undo';

function read(): KeptUndo[] {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(place) ?? '[]');
    return Array.isArray(value) ? (value as KeptUndo[]) : [];
  } catch {
    return [];
  }
}

function write(undos: readonly KeptUndo[]): void {
  try {
    window.sessionStorage.setItem(place, JSON.stringify(undos.slice(-50)));
  } catch {
    // A full or closed storage: undoing works until the page is reloaded.
  }
}

/** What can still be undone in this tab, kept over a reload; gone with the session. */
export const keptUndos = {
  add: (undo: KeptUndo): void => write([...read().filter(({ keptAs }) => keptAs !== undo.keptAs), undo]),
  remove: (name: string): void => write(read().filter(({ keptAs }) => keptAs !== name)),
  /** The newest, which is then no longer kept. */
  take(): KeptUndo | undefined {
    const undos = read();
    const last = undos.findLast(({ until }) => until > Date.now());
    if (last) write(undos.filter((each) => each !== last));
    return last;
  },
};
