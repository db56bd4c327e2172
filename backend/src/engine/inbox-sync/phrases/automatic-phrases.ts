import { phraseFinder } from '../phrase-finder';
import { machinePhrases } from './machine-phrases';

/** Subjects that mail programs put before an automatic reply. They count at the beginning of a subject only: people answer with `Re:`. */
export const AUTOMATIC_SUBJECT = phraseFinder(machinePhrases('automaticSubject'));

/** Words for being away, in subjects. */
export const ABSENCE_SUBJECT = phraseFinder(machinePhrases('absenceSubject'));

/** Sentences of people who are away. */
export const ABSENCE_TEXT = phraseFinder(machinePhrases('absenceText'));

/** Sentences that only a prepared text has. One beside an absence makes it automatic even without headers. */
export const PREPARED_TEXT = phraseFinder(machinePhrases('preparedText'));

/** Receipts, queues and gate-keepers: automatic, and nobody is away. */
export const ACKNOWLEDGEMENT_TEXT = phraseFinder(machinePhrases('acknowledgementText'));

/** Words of being away or closed that a person also writes in passing: they count in what a responder sent, not by themselves. */
export const ABSENCE_HINT = phraseFinder(machinePhrases('absenceHint'));

/** Words of receipts that a person also writes: they count in what a machine sent. */
export const RECEIPT_HINT = phraseFinder(machinePhrases('receiptHint'));

/** Sentences by which a mail says itself that no person wrote it. */
export const SAYS_AUTOMATIC = phraseFinder(machinePhrases('saysAutomatic'));

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
