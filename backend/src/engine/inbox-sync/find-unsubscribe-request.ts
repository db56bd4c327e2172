import { DISCLAIMER } from './find-footer';
import { findMeeting, findQuestion } from './find-intent';
import { isNoOrder } from './not-an-order';
import { evidence, type Evidence, type ParsedMail } from './parsed-mail';
import { comparable } from './phrase-finder';
import { wordsOf } from './phrases/phrases-by-language';
import { readClauses } from './read-clauses';

/** A text that is nothing but the order to stop. */
export const SINGLE_WORD =
  /^(?:please |bitte |merci |por favor |graag |s'il vous plaît )?(?:stop|stop it|unsubscribe|unsubscribed|remove|remove me|delete|delete me|opt out|optout|opt-out|end|cancel|quit|abmelden|abmeldung|abbestellen|austragen|stopp|desuscribir(?:me|se)?|baja|désabonner|désabonnement|désinscription|désinscrire|désinscrivez-moi|cancellami|cancellatemi|disiscrivimi|cancellazione|descadastrar|descadastre|remover|sair|parar|uitschrijven|afmelden|afmeld|frameld|avregistrera|avanmäl|avmeld|avmelding|peruuta|poista|wypisz|wypisz mnie|rezygnuję|odhlásit|odhlásiť|leiratkozás|leiratkozom|dezabonare|odjava|odjavi|отписаться|отписка|отпишите|стоп|відписатися|απεγγραφή|διαγραφή|çık|iptal|הסר|הסירו|إلغاء|إيقاف|退订|退訂|取消订阅|td|配信停止|停止|解除|수신거부|구독취소|unsub|off)(?: please| bitte| pls| thanks| thank you| now| merci| svp| por favor| gracias| grazie| tak| tack| takk| proszę)?[.!。！ ]*$/u;

/** Longer texts ask for more than to be left out, or tell more than a machine should decide on. */
const [SHORT, LONG] = [12, 45];

/**
 * A mail that asks for nothing but to be left out: sent to the unsubscribe address, a word or two, or a few sentences without
 * any other wish. A longer refusal is a reply, which stops the lead too; its category says Do Not Contact.
 */
export function findUnsubscribeRequest(
  mail: Pick<ParsedMail, 'subject' | 'to' | 'text'>,
  own: string,
): Evidence | null {
  const text = comparable(own, 2_000);
  const subject = comparable(mail.subject, 300);
  const bareSubject = subject.replace(/^(?:(?:re|aw|sv|antw|fwd?|tr)\s?:\s?){1,5}/, '');
  if (mail.to.some(({ address }) => /^(?:unsub|unsubscribe|optout|opt-out|leave)[-+._@]/.test(address)))
    return evidence('sent to the unsubscribe address', mail.subject);
  if (SINGLE_WORD.test(bareSubject) && text.length < 200 && bareSubject === subject)
    return evidence('subject', mail.subject);
  if (SINGLE_WORD.test(text)) return evidence('the whole text', own);
  const words = text.split(' ').length;
  if (words > LONG || text.length > 500) return null;
  const read = readClauses(own);
  const found = findStop(read.text, read.languages);
  if (!found) return null;
  // Beyond a sentence or so, nothing else may be asked for.
  if (words > SHORT && (/[?？]/.test(text) || findMeeting(read.clauses) || findQuestion(read.clauses))) return null;
  return evidence('the whole text', found);
}

/**
 * The first order to stop that is meant: not negated, and not a question about how others unsubscribe.
 * @param text as `readClauses` gives it: an address or a link orders nothing
 * @param isAnyOrder also what `isNoOrder` excuses: whether a person wrote at all is another question than what they want
 */
export function findStop(text: string, languages: readonly string[], isAnyOrder = false): string | null {
  for (const language of languages) {
    const found = wordsOf(language, 'stop')
      .all(text)
      .find(
        ({ index, phrase }) =>
          !isNegatedStop(text, index) &&
          !isOthersQuestion(text, index, phrase.length) &&
          !isDisclaimer(text, index) &&
          !isOffer(text, index, phrase.length) &&
          !isVisit(text, index + phrase.length) &&
          !isThanks(text, index) &&
          (isAnyOrder || !isNoOrder(text, index, phrase)),
      );
    if (found) return found.phrase;
  }
  return null;
}

/** "Can you stop by on Thursday?" */
function isVisit(text: string, end: number): boolean {
  return text.slice(end - 4, end) === 'stop' && /^ (?:by|in|over|at)\b/.test(text.slice(end, end + 8));
}

/** "Please don't stop sending …", "no need to unsubscribe me". */
function isNegatedStop(text: string, index: number): boolean {
  return /(?:don't|do not|no need to|not asking (?:you )?to|didn't (?:mean|want) to|wouldn't|would not|never|nicht|kein grund|ne pas|pas besoin de|no hace falta|non serve|niet|inte|ikke|nie trzeba|не надо|не нужно)\s(?:\S{1,20}\s){0,2}$/.test(
    text.slice(Math.max(0, index - 60), index),
  );
}

/** Inside a footer about confidentiality: "if you are not the intended recipient, please delete it and remove it from your system". */
function isDisclaimer(text: string, index: number): boolean {
  return DISCLAIMER.test(text.slice(Math.max(0, index - 220), index + 120));
}

/**
 * The footer of a newsletter or of the writer's company: "To unsubscribe, click here", "If you no longer wish to receive …, you can
 * unsubscribe at any time". It offers to the reader what a person would ask for.
 */
function isOffer(text: string, index: number, length: number): boolean {
  const before = text.slice(Math.max(0, index - 160), index);
  const start = Math.max(...['.', '!', '?', '|'].map((mark) => before.lastIndexOf(mark))) + 1;
  const lead = before.slice(start).trimStart();
  const after = text.slice(index + length, index + length + 120).split(/[.!?]\s/, 1)[0]!;
  const isLink = /^[^.!?]{0,80}(?:here|hier|ici|aquí|qui|aqui|link|https?:|lien|enlace|preferences|einstellungen)/.test(
    after,
  );
  return (
    (isLink && !/^(?:please |bitte |merci )?$/.test(lead)) ||
    // A person does not say where one unsubscribes.
    /^ ?(?::|here|hier|ici|aquí|qui|aqui|link) ?:? ?(?:here|hier|ici|aquí|qui|aqui)?(?: ?https?:|$)/.test(after) ||
    /(?:^|\s)(?:you (?:can|may)(?: also)?|you're able to|sie können|vous pouvez|puede|puedes|può|puoi|pode) (?:\S{1,20} ){0,3}$/.test(
      lead,
    ) ||
    /^(?:to|um|pour|para|per|om|for at|for å|för att|aby|żeby|чтобы|щоб)(?! (?:favore?|cortesia|piacere) )(?: \S{1,20})? $/.test(
      lead,
    ) ||
    (/^(?:if you (?:no longer|don't|do not|would|wish|want|prefer)|wenn sie|falls sie|si vous|si no|se non) /.test(
      `${lead}${text.slice(index, index + length)}`,
    ) &&
      /(?:click|klick|cliqu|clic|reply|answer|antwort|répond|respond|rispond|let us know|visit)/.test(
        `${lead} ${after}`,
      ))
  );
}

/** "Thanks for removing me from the list", "thanks for reporting this": of what was done, not of what is wished. */
function isThanks(text: string, index: number): boolean {
  return /(?:thanks|thank you|danke|merci|gracias|grazie|obrigad[oa]|bedankt)(?: \S{1,12}){0,2} (?:for|fürs?|pour|d'avoir|por|per|voor)(?: \S{1,12}){0,2} ?$/.test(
    text.slice(Math.max(0, index - 60), index),
  );
}

const ABOUT_ONESELF =
  /(?<!\p{L})(?:i|me|my|we|us|our|this|these|ich|mich|mir|meine\p{L}?|uns|unsere\p{L}?|je|moi|m'\p{L}+|mon|ma|mes|nous|notre|yo|mi|mis|nos|io|miei|mia|ci|eu|meu|minha|ik|mij|mijn|ons|jag|mig|min|mitt|oss|jeg|meg|mit|minut|mnie|mój|mě|mne|engem|mă|меня|мой|мне|нас|мене|με|beni)(?!\p{L})/u;

/** "How do your customers unsubscribe?": a question with a word of stopping in which the writer does not appear. */
function isOthersQuestion(text: string, index: number, length: number): boolean {
  const end = text.slice(index + length, index + length + 200).search(/[.!?。！？]/);
  if (end < 0 || !/[?？]/.test(text[index + length + end]!)) return false;
  const before = text.slice(Math.max(0, index - 200), index);
  const sentence = text.slice(
    Math.max(0, index - 200) + Math.max(...['.', '!', '?', '。', '？'].map((mark) => before.lastIndexOf(mark))) + 1,
    index + length + end,
  );
  return (
    !ABOUT_ONESELF.test(sentence) &&
    !/^\W{0,3}(?:please|can you|could you|will you|would you|bitte|können sie|pouvez|puede|può|pode)/.test(sentence)
  );
}
