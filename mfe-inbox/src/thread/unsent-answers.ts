import { isRecord, useKeptByConversation } from '../kept-by-conversation';

/** Words for LinkedIn that were left unsent. */
export interface UnsentAnswer {
  text: string;
  /** What was sent last without an answer: the same words are sent again with the same key. */
  tried: { key: string; text: string } | null;
}

const isKept = (value: unknown): value is UnsentAnswer =>
  isRecord(value) &&
  typeof value['text'] === 'string' &&
  (value['tried'] === null ||
    (isRecord(value['tried']) &&
      typeof value['tried']['key'] === 'string' &&
      typeof value['tried']['text'] === 'string'));

/** The answers on LinkedIn that this person left unsent, kept over a reload. */
export const useUnsentAnswers = () => useKeptByConversation('linkedin-answer', isKept);
