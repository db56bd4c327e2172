/** Words for LinkedIn that were left unsent. */
export interface UnsentAnswer {
  text: string;
  /** What was sent last without an answer: the same words are sent again with the same key. */
  tried: { key: string; text: string } | null;
}

/** What one person left unsent in this tab, by conversation; gone with the session. */
export interface UnsentAnswers {
  read: (enrolmentId: number) => UnsentAnswer | undefined;
  keep: (enrolmentId: number, answer: UnsentAnswer) => void;
  forget: (enrolmentId: number) => void;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isKept = (value: unknown): value is UnsentAnswer =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  (value['tried'] === null ||
    (isRecord(value['tried']) &&
      typeof value['tried']['key'] === 'string' &&
      typeof value['tried']['text'] === 'string'));

/** The answers on LinkedIn that this person left unsent, kept over a reload. Another person in the same tab sees none of them. */
export function unsentAnswers({ workspaceId, personId }: { workspaceId: number; personId: string }): UnsentAnswers {
  const place = (enrolmentId: number) => `skein.linkedin-answer.${workspaceId}.${personId}.${enrolmentId}`;
  return {
    read: (enrolmentId) => {
      try {
        const value: unknown = JSON.parse(window.sessionStorage.getItem(place(enrolmentId)) ?? 'null');
        return isKept(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    keep: (enrolmentId, { text, tried }) => {
      try {
        window.sessionStorage.setItem(place(enrolmentId), JSON.stringify({ text, tried }));
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
}
