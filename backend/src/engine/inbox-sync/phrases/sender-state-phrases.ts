import { pairFinder, phraseFinder } from '../phrase-finder';
import { machinePhrases } from './machine-phrases';

/** Limits of what somebody may send, by name. Bare words such as "quota" are missing: they also stand for a recipient's full mailbox. */
const SENDING_LIMIT = machinePhrases('sendingLimit');

const EXCEEDED = machinePhrases('exceeded');

/** Whose storage or whose arrivals are meant: then the limit is the recipient's. */
const NOT_SENDING =
  /receiving (?:e-?mail|mail|messages)|(?:can|may|able to|allowed to) receive|mailbox size|message size|size limit|storage|disk|inbox is|attachment|hop|line length|header/;

/** A limit beside "exceeded", "reached" and the like, in the languages of the common providers. */
export const LIMIT_REACHED = pairFinder(SENDING_LIMIT, EXCEEDED, NOT_SENDING);

/** Fixed sentences about a sender's limit or speed. */
export const LIMIT = phraseFinder(machinePhrases('limit'));

/** The recipient takes too much, or its mailbox is full: the words are near those of a sender's limit. */
export const RECIPIENTS_LIMIT =
  /receiving (?:e-?mail|mail|messages)|(?:can|may|able to|allowed to) receive|(?:user|recipient) (?:you are trying|has exceeded (?:their|its) message rate|has too many messages)|too many messages in (?:the |this |his |her |their )?(?:mailbox|inbox|folder|account)|recipient(?:'s|s)? per hour|message receive limit|mailbox (?:size|full|is full)|disk (?:quota|full|space)|storage/;

/** Somebody's right to send was taken away. Who, is left open: see `OWN_ACCOUNT`. */
export const SUSPENDED = phraseFinder(machinePhrases('suspended'));

/** Sentences that can only mean the sender's own right to send. */
export const SENDING_STOPPED = phraseFinder(machinePhrases('sendingStopped'));

/** A provider's own filter of what leaves. */
export const OUTBOUND_SPAM = phraseFinder(machinePhrases('outboundSpam'));

/** Generic words of a filter; at one's own server they speak of what one sends. */
export const SPAM = phraseFinder(machinePhrases('spam'));

/** The server does not carry mail for whoever asks. */
export const RELAY = phraseFinder(machinePhrases('relay'));

/** The address or the client that sends is not accepted. */
export const SENDER_NOT_ACCEPTED = phraseFinder(machinePhrases('senderNotAccepted'));

/** A login is missing or was refused, wherever it is said. */
export const LOGIN = phraseFinder(machinePhrases('login'));

/**
 * What a report says of its sender's own provider. In a report the server of the recipient speaks as well, so only sentences count that a
 * provider says of those who send through it.
 */
export const REPORTED_LIMIT = phraseFinder(machinePhrases('reportedLimit'));
export const REPORTED_STOP = phraseFinder(machinePhrases('reportedStop'));
export const REPORTED_SPAM = phraseFinder(machinePhrases('reportedSpam'));
