import { pairFinder, phraseFinder } from '../phrase-finder';
import { machinePhrases, oneOf } from './machine-phrases';

/** What servers call the one a mail was for, in the languages of the common servers and of those who run them. */
const ADDRESSEE = machinePhrases('addressee');

/** What they say of one who is not there. Words that also stand for a full or closed door for now are left out. */
const MISSING = machinePhrases('missing');

/** Words that make an address the sender's, or the sending server's. */
const SENDER_SIDE = new RegExp(oneOf('senderSide'));

/** A recipient or a domain that is not there, whatever the sentence. */
export const MISSING_ADDRESSEE = pairFinder(ADDRESSEE, MISSING, SENDER_SIDE);

/** Fixed sentences of servers about a recipient who is not there or shut. */
export const RECIPIENT = phraseFinder(machinePhrases('recipient'));

const STORE = machinePhrases('store');
const FILLED = machinePhrases('filled');

/** A full mailbox, whatever the sentence. */
export const FULL_PAIR = pairFinder(
  STORE,
  FILLED,
  /message size|size limit|maximum (?:message )?size|too (?:large|big)|rate|connection|sender|attachment|number of|recipients|hop|retr|deliver(?:y|ies) attempts|full (?:name|headers?|copy|text|details|report)|in full|user exceeded|per (?:hour|day|minute)|zeit|time/,
);

export const FULL = phraseFinder(machinePhrases('full'));

/** Lists, reputation, authentication and rates: about the sender or the server it sends from. */
export const SENDER = phraseFinder(machinePhrases('sender'));

/** The message itself: taken for spam, infected, too large, malformed. */
export const CONTENT = phraseFinder(machinePhrases('content'));

/** A rule of the receiver that says no more. */
export const POLICY = phraseFinder(machinePhrases('policy'));

/** What may pass by itself: the other server, the network, the way there. */
export const TRANSIENT = phraseFinder(machinePhrases('transient'));

/** Words of a refusal that may pass, whatever its code. */
export const PASSING = phraseFinder(machinePhrases('passing'));
