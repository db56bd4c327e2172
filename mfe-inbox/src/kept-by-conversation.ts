import { useMemo } from 'react';
import { useUser } from '@skein/mfe/session';

/** What one person left in this tab, by conversation: kept over a reload, gone with the session. */
interface KeptInTab<Value> {
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
export function useKeptInTab<Value>(name: string, isKept: (value: unknown) => value is Value): KeptInTab<Value> {
  const { uuid: personId, workspace } = useUser();
  const workspaceId = workspace.id;
  return useMemo(() => {
    /** What was read last, by its place: the same words stay the same object. */
    const known = new Map<string, { text: string; value: Value | undefined }>();
    const place = (enrolmentId: number) => `skein.${name}.${workspaceId}.${personId}.${enrolmentId}`;
    return {
      read: (enrolmentId) => {
        try {
          const text = window.sessionStorage.getItem(place(enrolmentId)) ?? 'null';
          const before = known.get(place(enrolmentId));
          if (before?.text === text) return before.value;
          const parsed: unknown = JSON.parse(text);
          const value = isKept(parsed) ? parsed : undefined;
          known.set(place(enrolmentId), { text, value });
          return value;
        } catch {
          return undefined;
        }
      },
      keep: (enrolmentId, value) => {
        try {
          window.sessionStorage.setItem(place(enrolmentId), JSON.stringify(value));
        } catch {
          // A full or closed storage: the words stay as long as the form is open.
        }
      },
      forget: (enrolmentId) => {
        try {
          window.sessionStorage.removeItem(place(enrolmentId));
        } catch {
          // A closed storage kept nothing.
        }
      },
    };
  }, [name, isKept, workspaceId, personId]);
}
