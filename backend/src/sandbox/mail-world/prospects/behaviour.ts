import { seededRandom } from './seeded-random';

export const prospectDomain = 'prospects.test';
/** Where the same people have their other addresses; its registrable domain is the prospects' own. */
export const aliasDomain = 'people.prospects.test';

/** The words that choose a behaviour (the part of the local part before the first dot or plus). */
export const behaviourWords = [
  'replies',
  'interested',
  'notinterested',
  'ooo',
  'bounces',
  'rejects',
  'unsubscribes',
  'opens',
  'clicks',
  'silent',
  'alias',
  'aliasbare',
  'accepts',
  'declines',
  'proposes',
] as const;

export type BehaviourWord = (typeof behaviourWords)[number];
/** What a prospect does with an invitation that the mailbox's own calendar sent them. */
export type CalendarAction = 'accepts' | 'declines' | 'proposes';
export type ReplyTone =
  | 'neutral'
  | 'interested'
  | 'meeting-request'
  | 'information-request'
  | 'not-interested'
  | 'wrong-person';

/** What one prospect will do, decided once by address and seed. Mail numbers count from 1 within a conversation. */
export interface Personality {
  bounces: boolean;
  isAway: boolean;
  reply: { tone: ReplyTone; onMail: number; from: 'self' | 'alias' | 'alias-bare' } | null;
  /** Answers the first mail by a calendar, as those do who were invited to a meeting. */
  calendar: CalendarAction | null;
  unsubscribesOnMail: number | null;
  /** The share of mails this person opens; the first is always opened when it is above 0. */
  openShare: number;
  clickShare: number;
  /** A privacy proxy loads the images at once. */
  hasImageProxy: boolean;
  /** A security scanner follows the links at once. */
  hasLinkScanner: boolean;
  /** Keyword prospects write English or very common phrases, so that they show what their name says. */
  languages: readonly ('en' | 'de' | 'fr' | 'es')[];
}

const plain: Personality = {
  bounces: false,
  isAway: false,
  reply: null,
  calendar: null,
  unsubscribesOnMail: null,
  openShare: 0,
  clickShare: 0,
  hasImageProxy: false,
  hasLinkScanner: false,
  languages: ['en'],
};

/** Whether an address belongs to the world's prospects. */
export function isProspectAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domain === prospectDomain || domain === aliasDomain;
}

/** The word an address begins with, or null when it is an ordinary name. */
export function behaviourWord(address: string): BehaviourWord | null {
  const word = address.slice(0, address.lastIndexOf('@')).toLowerCase().split(/[.+]/)[0];
  return behaviourWords.find((candidate) => candidate === word) ?? null;
}

/** Why an address is refused at RCPT, or null. */
export function prospectRefusal(address: string): string | null {
  if (!address.toLowerCase().endsWith(`@${prospectDomain}`)) return null;
  return behaviourWord(address) === 'rejects' ? '5.1.1 The recipient does not exist' : null;
}

/** Decides what a prospect is like. */
export function personalityOf(address: string, seed: string): Personality {
  // People who answered from their other address were written to there by a person: they stay quiet.
  if (!address.toLowerCase().endsWith(`@${prospectDomain}`)) return plain;
  const reply = (tone: ReplyTone, from: 'self' | 'alias' | 'alias-bare' = 'self'): Personality => ({
    ...plain,
    openShare: 1,
    reply: { tone, onMail: 1, from },
  });
  switch (behaviourWord(address)) {
    case 'replies':
      return { ...reply('neutral'), languages: ['en', 'en', 'en', 'en', 'de', 'fr', 'es'] };
    case 'interested':
      return reply('interested');
    case 'notinterested':
      return reply('not-interested');
    case 'ooo':
      return { ...plain, isAway: true, languages: ['en', 'en', 'en', 'de', 'fr', 'es'] };
    case 'bounces':
      return { ...plain, bounces: true };
    case 'unsubscribes':
      return { ...plain, openShare: 1, unsubscribesOnMail: 1 };
    case 'opens':
      return { ...plain, openShare: 1 };
    case 'clicks':
      return { ...plain, openShare: 1, clickShare: 1 };
    case 'rejects':
    case 'silent':
      return plain;
    case 'alias':
      return reply('neutral', 'alias');
    case 'aliasbare':
      return reply('neutral', 'alias-bare');
    case 'accepts':
    case 'declines':
    case 'proposes':
      return {
        ...plain,
        calendar: behaviourWord(address) as CalendarAction,
        openShare: 1,
        languages: ['en', 'en', 'de', 'fr', 'es'],
      };
    case null:
      return mixedPersonality(address, seed);
  }
}

/** The realistic mix: about 45 % open, 8 % answer, 3 % are away, 2 % bounce, 1 % unsubscribe. */
function mixedPersonality(address: string, seed: string): Personality {
  const random = seededRandom(seed, address.toLowerCase(), 'personality');
  const lot = random.next();
  const machines = { hasImageProxy: random.next() < 0.12, hasLinkScanner: random.next() < 0.02 };
  const onMail = random.pick([1, 1, 1, 1, 1, 2, 2, 2, 3, 3]);
  const languages = [random.pick(['en', 'en', 'en', 'en', 'en', 'en', 'en', 'de', 'fr', 'es'] as const)];
  if (lot < 0.02) return { ...plain, bounces: true };
  const person: Personality = { ...plain, ...machines, languages };
  if (lot < 0.05) return { ...person, isAway: true, openShare: random.next() < 0.4 ? 0.5 : 0 };
  if (lot < 0.13) {
    const tone = random.pick([
      'interested',
      'interested',
      'meeting-request',
      'information-request',
      'neutral',
      'not-interested',
      'not-interested',
      'wrong-person',
    ] as const);
    return {
      ...person,
      openShare: 0.9,
      clickShare: tone === 'not-interested' || tone === 'wrong-person' ? 0.05 : 0.3,
      reply: { tone, onMail, from: random.next() < 0.04 ? 'alias' : 'self' },
    };
  }
  if (lot < 0.14) return { ...person, openShare: 1, unsubscribesOnMail: Math.min(onMail, 2) };
  if (random.next() < 0.4) return { ...person, openShare: 0.7, clickShare: random.next() < 0.15 ? 0.5 : 0 };
  return person;
}
