import { z } from 'zod';

/** What a model chose, checked: the category is one it may choose, and the words stand in the reply. */
export interface Sorting {
  categoryId: number | null;
  confidence: number;
  words: string;
}

const answered = z.object({
  category_id: z.number().int().nullable(),
  confidence: z.number().min(0).max(100),
  words: z.string().max(1_000).nullish(),
});

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s"'“”‘’„«»]+/g, ' ')
    .trim();

/**
 * Reads the answer of a model. Null when it is no answer to the question: no JSON, a category that was not offered, or words that the reply
 * does not hold. A choice without its words is a guess, and a guess of a model decides nothing.
 */
export function readSorting(answer: string, allowed: readonly number[], reply: string): Sorting | null {
  const [from, to] = [answer.indexOf('{'), answer.lastIndexOf('}')];
  if (from === -1 || to < from || to - from > 4_000) return null;
  let json: unknown;
  try {
    json = JSON.parse(answer.slice(from, to + 1));
  } catch {
    return null;
  }
  const read = answered.safeParse(json);
  if (!read.success) return null;
  const { category_id: categoryId, confidence } = read.data;
  const words = (read.data.words ?? '').trim();
  if (categoryId === null) return { categoryId: null, confidence: Math.round(confidence), words: '' };
  if (!allowed.includes(categoryId)) return null;
  if (plain(words) === '' || !plain(reply).includes(plain(words))) return null;
  return { categoryId, confidence: Math.round(confidence), words: words.slice(0, 200) };
}
