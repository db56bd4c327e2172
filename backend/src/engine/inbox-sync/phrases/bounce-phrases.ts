import { pairFinder, phraseFinder } from '../phrase-finder';
import { machinePhrases } from './machine-phrases';

/** Subjects of reports. Written by machines only, so they count beside a machine's sender. */
export const REPORT_SUBJECT = phraseFinder(machinePhrases('reportSubject'));

/** Sentences by which servers say that a mail was not delivered. */
export const FAILURE_TEXT = phraseFinder(machinePhrases('failureText'));

/** Sentences by which servers say that they go on trying. */
export const DELAY_TEXT = phraseFinder(machinePhrases('delayText'));

/** Where a report's own words end and the copy of the returned mail begins. */
export const RETURNED_COPY =
  /^[ \t]*(?:[-=_*]{2,}[^\n]{0,20}(?:below this line|copy of (?:the|your)|original (?:message|mail|headers?)|returned (?:message|mail)|message headers?|headers? of|unsent message|undelivered|ursprüngliche|originalnachricht|kopie|message d'origine|mensaje original|messaggio originale|mensagem original)|[-]{3,}\s?(?:forwarded|included|begin|start)|original message\s*:|(?:the |your |a copy of (?:the|your) )?(?:original|returned|undelivered|unsent) (?:message|mail|e-?mail)(?: text)? (?:follows|is below|appears below|is (?:shown|included|attached|quoted) below)\b|(?:die |ihre )?(?:ursprüngliche|originale) (?:nachricht|e-?mail) folgt|(?:le )?message (?:d'origine|original) (?:suit|ci-dessous)|(?:el )?mensaje original (?:sigue|a continuación)|(?:il )?messaggio originale (?:segue|di seguito)|(?:a )?mensagem original (?:segue|abaixo)|(?:here is|following is|this is) a copy of (?:the|your) (?:message|mail|headers)|received:[ \t]+(?:from|by) |return-path:[ \t]*<)/im;

const MESSAGE = machinePhrases('message');
const NOT_DELIVERED = machinePhrases('notDelivered');

/** A message beside the news that it was not delivered. Wide, as it counts beside a machine's own sender only. */
export const UNDELIVERED = pairFinder(MESSAGE, NOT_DELIVERED);
