import { useCallback, useState } from 'react';

/** Characters that are kept of one field: browsers refuse more than some millions together. */
const longest = 2_000_000;

/** What this tab keeps under a name; undefined when there is none that can be read. Logging out empties it. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a value in this tab until it is kept as null. Without room, or where the browser keeps nothing, it is not kept.
 * @returns whether it is kept
 */
export function keepInTab(name: string, value: unknown): boolean {
  try {
    const text = value === null ? null : JSON.stringify(value);
    if (text !== null && text.length <= longest) {
      window.sessionStorage.setItem(name, text);
      return true;
    }
    window.sessionStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing loses it with a reload, as it loses everything.
  }
  return false;
}

/**
 * A state that a reload of the page does not lose: kept in this tab under a name. `read` turns what was kept into a
 * value, or refuses it with undefined.
 */
export function useKeptInTab<Value>(
  name: string,
  initial: Value,
  read: (kept: unknown) => Value | undefined,
): [Value, (next: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(readKept(name)) ?? initial);
  const set = useCallback(
    (next: Value) => {
      setValue(next);
      keepInTab(name, next);
    },
    [name],
  );
  return [value, set];
}
