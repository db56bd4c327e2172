import { useMemo } from 'react';
import { keepInTab, readKept } from '@skein/mfe/kept-in-tab';
import { useUser } from '@skein/mfe/session';

/** What one person left in this tab, by conversation: kept over a reload, gone with the session. */
interface KeptByConversation<Value> {
  read: (enrolmentId: number) => Value | undefined;
  keep: (enrolmentId: number, value: Value) => void;
  forget: (enrolmentId: number) => void;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Keeps something of the person who is logged in. Another person in the same tab sees none of it.
 * @param name what is kept
 * @param isKept whether what the tab holds is of this kind; must be stable between renders
 */
export function useKeptByConversation<Value>(
  name: string,
  isKept: (value: unknown) => value is Value,
): KeptByConversation<Value> {
  const { uuid: personId, workspace } = useUser();
  const workspaceId = workspace.id;
  return useMemo(() => {
    const known = new Map<string, { text: string; value: Value | undefined }>();
    const place = (enrolmentId: number) => `skein.${name}.${workspaceId}.${personId}.${enrolmentId}`;
    return {
      // The same words stay the same object.
      read: (enrolmentId) => {
        const kept = readKept(place(enrolmentId));
        const text = JSON.stringify(kept ?? null);
        const before = known.get(place(enrolmentId));
        if (before?.text === text) return before.value;
        const value = isKept(kept) ? kept : undefined;
        known.set(place(enrolmentId), { text, value });
        return value;
      },
      keep: (enrolmentId, value) => void keepInTab(place(enrolmentId), value),
      forget: (enrolmentId) => void keepInTab(place(enrolmentId), null),
    };
  }, [name, isKept, workspaceId, personId]);
}
