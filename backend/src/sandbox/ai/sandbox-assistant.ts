import { categoriseReply } from '#engine/inbox-sync/categorise-reply';

interface Message {
  role: string;
  content: string;
}
interface Choice {
  id: number;
  name: string;
  description: string;
}

/** What follows a label on its own line, as JSON; null when it is not there. */
function jsonAfter(text: string, label: string): unknown {
  const line = text.split('\n').find((each) => each.startsWith(label));
  try {
    return line === undefined ? null : JSON.parse(line.slice(label.length));
  } catch {
    return null;
  }
}

const read = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{5,30}/gu) ?? [];
const sentencesOf = (text: string): string[] => text.match(/[^.!?\n]{3,300}[.!?]?/g) ?? [];

/**
 * The stand-in's answers to what the assistant asks. It compares words, so that the sandbox shows the way of a reply;
 * nothing is understood. Null for other requests.
 */
export function answerAssistant(messages: readonly Message[]): string | null {
  const system = messages.find((message) => message.role === 'system')?.content ?? '';
  const user = messages.findLast((message) => message.role === 'user')?.content ?? '';
  if (system.startsWith('You sort replies')) return sort(system, user);
  if (system.startsWith('You draft an answer')) return draft(system, user);
  if (system.startsWith('You answer questions about why')) return why(system);
  return null;
}

function sort(system: string, user: string): string {
  const choices = (jsonAfter(system, 'Categories as JSON: ') ?? []) as Choice[];
  const { reply } = read(user) as { reply?: { text?: string } };
  const text = String(reply?.text ?? '');
  const own = choices.filter((choice) => choice.id > 9 && choice.description);
  const found = own
    .map((choice) => {
      const meant = new Set(wordsOf(`${choice.name} ${choice.description}`));
      const sentence = sentencesOf(text).find((each) => wordsOf(each).filter((word) => meant.has(word)).length >= 2);
      return { choice, sentence };
    })
    .find(({ sentence }) => sentence !== undefined);
  if (found) return JSON.stringify({ category_id: found.choice.id, confidence: 88, words: found.sentence?.trim() });
  const rules = categoriseReply(text);
  const meant = rules.category ?? rules.guess;
  const offered = choices.some((choice) => choice.id === meant);
  return JSON.stringify(
    offered
      ? { category_id: meant, confidence: 90, words: (sentencesOf(text)[0] ?? text).trim().slice(0, 200) }
      : { category_id: null, confidence: 30, words: '' },
  );
}

function draft(system: string, user: string): string {
  const knowledge = String(jsonAfter(system, 'Knowledge of the sender as JSON: ') ?? '');
  const { thread = [] } = read(user) as { thread?: { from: string; text: string }[] };
  const asked = new Set(wordsOf(thread.findLast((line) => line.from === 'lead')?.text ?? ''));
  const facts = sentencesOf(knowledge).filter((sentence) => wordsOf(sentence).some((word) => asked.has(word)));
  const answer = facts.slice(0, 2).join(' ').trim() || 'I will find out and come back to you today.';
  return `Thank you for your reply.\n\n${answer}\n\nWould a short call this week suit you?`;
}

function why(system: string): string {
  const facts = (jsonAfter(system, 'Explanation: ') ?? {}) as {
    answer?: string;
    checks?: { code: string; is_binding: boolean }[];
  };
  const binding = facts.checks?.find((check) => check.is_binding)?.code ?? facts.checks?.[0]?.code ?? '';
  return `${facts.answer ?? 'The explanation says nothing.'}\nchecks: ${binding}`;
}
