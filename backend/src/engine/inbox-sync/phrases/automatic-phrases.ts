import { joinFinders, phraseFinder, type PhraseFinder } from '../phrase-finder';
import { machinePhrases, shortPhrasesOf, unmistakablePhrases } from './machine-phrases';

/** Subjects that mail programs put before an automatic reply. They count at the beginning of a subject only: people answer with `Re:`. */
export const AUTOMATIC_SUBJECT = phraseFinder(machinePhrases('automaticSubject'));

/** The lists that are read in the languages of a text. */
type AutomaticList =
  /** Words for being away, in subjects. */
  | 'absenceSubject'
  /** Sentences of people who are away. */
  | 'absenceText'
  /** Sentences that only a prepared text has. One beside an absence makes it automatic even without headers. */
  | 'preparedText'
  /** Receipts, queues and gate-keepers: automatic, and nobody is away. */
  | 'acknowledgementText'
  /** Words of being away or closed that a person also writes in passing: they count in what a responder sent, not by themselves. */
  | 'absenceHint'
  /** Words of receipts that a person also writes: they count in what a machine sent. */
  | 'receiptHint'
  /** Sentences by which a mail says itself that no person wrote it. */
  | 'saysAutomatic';

const finders = new Map<string, PhraseFinder>();

function kept(key: string, make: () => readonly string[]): PhraseFinder {
  let made = finders.get(key);
  if (made === undefined) finders.set(key, (made = phraseFinder(make())));
  return made;
}

/**
 * Finds the phrases of one list: what means the same everywhere, and short phrases only of the languages that the text may be in. Where
 * nothing tells the language, all of them are read.
 */
export function automaticWords(list: AutomaticList, languages: readonly string[]): PhraseFinder {
  if (languages.length === 0) return kept(list, () => machinePhrases(list));
  return joinFinders([
    kept(`${list} *`, () => unmistakablePhrases(list)),
    ...languages.map((language) => kept(`${list} ${language}`, () => shortPhrasesOf(language, list))),
  ]);
}

/** Gate-keepers that ask the sender to prove that they are a person, or hold the mail back until then. */
export const CHALLENGE_TEXT = phraseFinder(machinePhrases('challengeText'));

/** Headers of help desks, whose agents' own answers also say that they were generated automatically. */
export const HELP_DESK_HEADERS = [
  'x-zendesk-from-account-id',
  'x-zendesk-email-id',
  'x-freshdesk-ticket',
  'x-fd-ticket-id',
  'x-helpscout-conversation-id',
  'x-intercom-conversation-id',
  'x-front-conversation',
  'x-groove-ticket',
  'x-kayako-ticket',
  'x-otrs-ticket',
  'x-rt-ticket',
  'rt-ticket',
  'x-jira-fingerprint',
  'x-servicenow-generated',
  'x-hubspot-ticket',
  'x-gorgias',
  'x-zoho-desk',
  'x-znuny-ticket',
  'x-zammad-ticket',
] as const;
