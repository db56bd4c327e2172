import { seededUnit } from '#engine/sending/seeded-random';

const day = 86_400_000;

/** How somebody on the made-up LinkedIn is towards every account. */
export interface SandboxPerson {
  exists: boolean;
  /** A connection of the account from the start. */
  isKnown: boolean;
  /** Milliseconds after a request in which it is accepted; null: never. */
  acceptsAfter: number | null;
  hasPosted: boolean;
  /** Milliseconds after a message in which it is answered, and with what; null: never. */
  answer: { after: number; text: string } | null;
  /** In conversations the address of the profile is their member ID's. */
  isHidden: boolean;
}

const answers = [
  'Thanks for reaching out. Can you send me more information?',
  'Sounds interesting. How about a call on Thursday?',
  'Thank you, but we are not interested.',
];
const answerOf = (name: string) => answers[Math.floor(seededUnit('linkedin words', name) * answers.length)] as string;

/**
 * The name in the address decides: "gone" does not exist, "quiet" has posted nothing, and of "hidden" conversations do
 * not tell the name. Three of ten are connections already; of the others three of five accept a request, one to three
 * days later. Two of five answer a message, within a day.
 */
export const sandboxPerson = (name: string): SandboxPerson => ({
  exists: !name.includes('gone'),
  isKnown: seededUnit('linkedin knows', name) < 0.3,
  acceptsAfter: seededUnit('linkedin accepts', name) < 0.6 ? day * (1 + 2 * seededUnit('linkedin when', name)) : null,
  hasPosted: !name.includes('quiet'),
  answer:
    seededUnit('linkedin answers', name) < 0.4
      ? { after: day * (0.1 + 0.9 * seededUnit('linkedin answers when', name)), text: answerOf(name) }
      : null,
  isHidden: name.includes('hidden'),
});
