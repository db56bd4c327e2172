import { seededHash } from '../sending/seeded-random';

/** Quiet everyday talk: no links, no figures, no names of products, nothing that a filter could take for an offer. */
const openers: readonly { readonly subject: string; readonly lines: readonly string[] }[] = [
  {
    subject: 'Notes from this morning',
    lines: [
      'I wrote up what we talked about this morning. Two points are still open on my side.',
      'Could you have a look when you find a quiet moment?',
    ],
  },
  {
    subject: 'Meeting room next week',
    lines: [
      'The large room is taken for most of next week. The small one by the window is free.',
      'Shall I keep it for us?',
    ],
  },
  {
    subject: 'Draft of the summary',
    lines: [
      'The draft is nearly done; only the last part is missing.',
      'Would you rather have it in one piece or by chapters?',
    ],
  },
  {
    subject: 'A book you may like',
    lines: [
      'I finished the book about old lighthouses at the weekend and had to think of you.',
      'I can bring it along next time.',
    ],
  },
  {
    subject: 'Lunch some day',
    lines: [
      'There is a new place around the corner with a short menu and long tables.',
      'Do you have time for it on one of these days?',
    ],
  },
  {
    subject: 'Plan for the visit',
    lines: [
      'The visitors come in the early afternoon and stay until about five.',
      'Would you show them around first, or shall I?',
    ],
  },
  {
    subject: 'Question about the list',
    lines: ['I went through the list again and two entries look the same to me.', 'Do you remember why we kept both?'],
  },
  {
    subject: 'Train or car',
    lines: [
      'For the trip I would take the early train; it leaves us time to read.',
      'Does that suit you, or do you prefer to drive?',
    ],
  },
  {
    subject: 'The plant in the hallway',
    lines: [
      'Somebody has watered the plant in the hallway and it looks better already.',
      'If it was you: thank you. If not, do you know who it was?',
    ],
  },
  {
    subject: 'Short check before Friday',
    lines: [
      'Before Friday I would like to go through the open items once more.',
      'Half an hour should be enough. When would it suit you?',
    ],
  },
  {
    subject: 'Photos of the evening',
    lines: [
      'The photos of the evening turned out well, even the ones without a flash.',
      'I will bring a few prints. Would you like one?',
    ],
  },
  {
    subject: 'Order of the talks',
    lines: [
      'I changed the order of the talks a little so that the longest one is not the last.',
      'Tell me if you would like it otherwise.',
    ],
  },
];

const replies: readonly (readonly string[])[] = [
  ['Thank you for writing. That works well for me.', 'Let us do it like this.'],
  ['Good idea. I had the same thought yesterday.', 'I will get back to you tomorrow with the rest.'],
  ['I had a look. It reads well, and I would leave it as it is.', 'Only the second part could be a bit shorter.'],
  ['Yes, gladly. The later half of the week is easier for me.', 'Shall we say Thursday?'],
  ['Thanks for thinking of it. I am fine with either.', 'You choose, and I follow.'],
  ['That was quick, thank you.', 'I will go through it this afternoon and tell you what I find.'],
  ['It was not me, but I am happy about it as well.', 'I will ask around.'],
  ['Sounds right to me. I have written it down.', 'See you then.'],
];

const greetings = ['Hello', 'Hi', 'Good morning', 'Dear'];
const goodbyes = ['Best regards', 'Kind regards', 'All the best', 'Until soon'];
const pick = <Each>(list: readonly Each[], ...seed: string[]): Each => list[seededHash(...seed) % list.length] as Each;
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** The text of an opener; the tag stands at the end of its subject. @param which identity of the mail, from which the choice follows */
export function openerText(
  which: string,
  people: { from: string; to: string },
  keyTag: string,
): { subject: string; text: string } {
  const chosen = pick(openers, 'warmup-opener', which);
  return {
    subject: keyTag === '' ? chosen.subject : `${chosen.subject} | ${keyTag}`,
    text: letter(which, people, chosen.lines),
  };
}

/** The text of a reply to a mail with this subject. */
export function replyText(
  which: string,
  people: { from: string; to: string },
  subject: string,
): { subject: string; text: string } {
  return {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    text: letter(which, people, pick(replies, 'warmup-answer', which)),
  };
}

function letter(which: string, people: { from: string; to: string }, lines: readonly string[]): string {
  const to = firstName(people.to);
  return `${pick(greetings, 'warmup-greeting', which)}${to === '' ? '' : ` ${to}`},\n\n${lines.join('\n')}\n\n${pick(goodbyes, 'warmup-goodbye', which)}\n${people.from}\n`;
}
