import { judgeReply } from './judge-reply.test-support';
import sentences from './reply-sentences.json';

/**
 * Answers in twelve languages by another hand than that of the lists and of the labelled set; most were written to be taken for what they
 * are not ("our customers can unsubscribe", "I'm in Paris"). `open`: nothing that a rule should decide.
 */
type Meaning = 'positive' | 'declined' | 'stop' | 'otherPerson' | 'away' | 'open';
const CATEGORIES: Record<Meaning, readonly (number | null)[]> = {
  positive: [1, 2, 5],
  declined: [3, null],
  stop: [4],
  otherPerson: [7, null],
  away: [6],
  open: [null, 3, 7],
};

interface Judged {
  text: string;
  meaning: Meaning;
  found: number | null;
}

const judge = async (text: string, meaning: Meaning): Promise<Judged> => ({
  text,
  meaning,
  found: await judgeReply(text),
});

describe.each(Object.entries(sentences))('sentences in %s', (_, byMeaning) => {
  let judged: Judged[];
  beforeAll(async () => {
    judged = await Promise.all(
      Object.entries(byMeaning).flatMap(([meaning, texts]) => texts.map((text) => judge(text, meaning as Meaning))),
    );
  });
  const wrong = (categories: readonly number[], meaning: Meaning): string[] =>
    judged
      .filter((one) => one.found !== null && categories.includes(one.found) && one.meaning !== meaning)
      .map(({ text, found }) => `${found}: ${text}`);

  it('are never called positive, Do Not Contact or away without meaning it', () => {
    expect(wrong([1, 2, 5], 'positive')).toEqual([]);
    expect(wrong([4], 'stop')).toEqual([]);
    expect(wrong([6], 'away')).toEqual([]);
  });

  it('are mostly understood', () => {
    const right = judged.filter(({ meaning, found }) => CATEGORIES[meaning].includes(found)).length;
    expect(right / judged.length).toBeGreaterThanOrEqual(0.95);
  });
});
