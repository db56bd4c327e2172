import { evidence, type Evidence, type ParsedMail } from './parsed-mail';
import { comparable, phraseFinder } from './phrase-finder';

/** Orders to stop. Also the evidence for the category Do Not Contact. */
export const STOP_PHRASES = phraseFinder(`
please stop|just stop|can you stop|could you stop|will you stop|unsubscribe|unsubscribe me|please unsubscribe|opt out|opt-out|opt me out|remove me|please remove|remove my email|remove my e-mail|remove my address|remove my name|remove my details|remove us|remove this email|remove this address|take me off|take us off|take my name off|delete my data|delete my email|delete my details|delete my information|stop emailing|stop e-mailing|stop mailing|stop contacting|stop sending|stop writing|stop messaging|stop spamming|stop this|quit emailing|do not contact|don't contact|do not email|don't email|do not e-mail|do not write|don't write|do not send me|don't send me|do not send any|don't send any|never contact|never email|no more emails|no more e-mails|no further emails|no further contact|do not reach out|don't reach out|cease and desist|cease all|cease contact|cease contacting|cease any|leave me alone|leave us alone|this is spam|you are spamming|reported as spam|report you|reported you|reporting this|mark as spam|marked as spam|gdpr|lose my email|lose my number|f* off|fuck off|piss off|get lost|block you|blocking you|will be blocked
abmelden|bitte abmelden|abbestellen|austragen|löschen sie meine|löschen sie bitte|meine daten löschen|meine daten zu löschen|aus dem verteiler|aus ihrem verteiler|aus ihrer liste|entfernen sie mich|keine weiteren e-mails|keine weiteren mails|keine weiteren nachrichten|keine e-mails mehr|keine mails mehr|keine werbung|nicht mehr kontaktieren|nicht mehr anschreiben|nicht weiter kontaktieren|kontaktieren sie mich nicht|schreiben sie mir nicht|unterlassen sie|widerspreche der|dsgvo|sehen sie von weiteren|von weiteren mails|von weiteren e-mails
désabonner|désabonnez|désinscrire|désinscrivez|me désinscrire|désinscription|retirez-moi|retirer de votre liste|supprimez mon|supprimer mon adresse|supprimez-moi|supprimer mes données|ne me contactez plus|ne plus me contacter|ne plus m'écrire|ne m'écrivez plus|ne plus recevoir|arrêtez de m'|arrêtez de me|cessez de|merci de ne plus|rgpd
darme de baja|dar de baja|denme de baja|dame de baja|baja de la lista|darse de baja|no me contacte|no me contacten|no me contactes|no contactar|no me escriba|no me escriban|no me envíe|no me envíen|no me envíes|no enviar más|deje de enviar*|dejen de enviar*|deja de enviar*|dejen de escribir*|deje de escribir*|elimine mi|eliminen mi|elimina mi|borre mis datos|eliminar mis datos|no quiero recibir|no deseo recibir
cancellatemi|cancellami|mi cancelli|rimuovetemi|rimuovimi|cancellate il mio|cancellare il mio|disiscrivermi|disiscrivetemi|cancellarmi|non contattatemi|non contattarmi|non mi contatti|non scrivetemi|non scrivermi|non inviatemi|non inviarmi|smettete di|smettetela di|non desidero ricevere|non voglio ricevere|descadastrar|descadastre|remover da lista|remova meu|remova o meu|remova-me|remover-me|me remova|retire meu|retirem o meu|não me contacte|não me contacte mais|não me envie|não me enviem|não entre em contato|não quero receber|não desejo receber|parem de|pare de enviar
uitschrijven|afmelden|schrijf mij uit|schrijf me uit|verwijder mij|verwijder me|verwijder mijn|haal mij|haal me van|geen mails meer|geen e-mails meer|niet meer mailen|niet meer contacteren|niet meer benaderen|stop met mailen|avregistrera|avprenumerera|ta bort mig|ta bort min|sluta mejla|sluta maila|sluta kontakta|kontakta mig inte|inga fler mejl|inga fler mail|afmeld mig|afmeld|meld meg av|fjern mig|fjern meg|slet min|slett min|ikke kontakt mig|ikke kontakt meg|ikke flere mails|ikke flere e-poster|poista minut|poista osoitteeni|älä lähetä|älkää lähettäkö|älkää ottako yhteyttä
wypisz|wypisać|proszę o wypisanie|usuńcie|proszę usunąć|proszę o usunięcie|proszę nie pisać|proszę nie kontaktować|nie kontaktować|nie życzę sobie|nie wysyłać|odhlásit|odhlaste|vymažte|vyškrtněte|neposílejte|nekontaktujte|leiratkozás|töröljenek|ne keressenek|dezabonare|dezabonați|nu mă mai contactați|отписаться|отпишите|удалите мой|удалите меня|удалите мои|не пишите|больше не пишите|не присылайте|прекратите|исключите меня|відписатися|видаліть мене|не пишіть|aboneliğimi iptal|listeden çıkar|bana yazmayın|διαγράψτε|διαγραφή από|退订|取消订阅|不要再发|不要再联系|配信停止|配信解除|送らないで|連絡しないで|수신거부|수신 거부|연락하지 마|보내지 마
`);

/** A text that is nothing but the order to stop. */
export const SINGLE_WORD = /^(?:please )?(?:stop|unsubscribe|remove|remove me|opt out|optout|opt-out|end|cancel|quit|abmelden|stopp|desuscribir|baja|désabonner|stop please|unsub|off)(?: please| bitte| pls| thanks| thank you)?[.! ]*$/;

/**
 * A mail that asks for nothing but to be left out: sent to the unsubscribe address, or a word or two. A longer refusal is a
 * reply, which stops the lead too; its category says Do Not Contact.
 */
export function findUnsubscribeRequest(mail: Pick<ParsedMail, 'subject' | 'to' | 'text'>, own: string): Evidence | null {
  const text = comparable(own, 2_000);
  const subject = comparable(mail.subject, 300);
  const bareSubject = subject.replace(/^(?:(?:re|aw|sv|antw|fwd?|tr)\s?:\s?){1,5}/, '');
  if (mail.to.some(({ address }) => /^(?:unsub|unsubscribe|optout|opt-out|leave)[-+._@]/.test(address))) return evidence('sent to the unsubscribe address', mail.subject);
  if (SINGLE_WORD.test(bareSubject) && text.length < 200 && bareSubject === subject) return evidence('subject', mail.subject);
  if (SINGLE_WORD.test(text)) return evidence('the whole text', own);
  const found = STOP_PHRASES.first(text);
  if (!found || text.split(' ').length > 12) return null;
  return isNegatedStop(text, found.index) ? null : evidence('the whole text', found.phrase);
}

/** "Please don't stop sending …", "no need to unsubscribe me". */
export function isNegatedStop(text: string, index: number): boolean {
  return /(?:don't|do not|no need to|not asking (?:you )?to|didn't (?:mean|want) to|never)\s(?:\S{1,20}\s){0,2}$/.test(text.slice(Math.max(0, index - 60), index));
}
