import { comparable } from './phrase-finder';

/** Words of the confidentiality notices that companies put below every mail. */
export const DISCLAIMER =
  /intended recipient|intended (?:only |solely )?for|received this (?:message|e-?mail|mail|communication) (?:in|by) error|in error|confidential|vertraulich|irrtümlich|nicht der richtige adressat|bestimmungsgemäß|vorgesehene empfänger|confidentiel|par erreur|destinataire prévu|confidencial|por error|destinatario previsto|riservat|per errore|por engano|vertrouwelijk|niet voor u bestemd|abusievelijk|konfidentiell|av misstag|fortrolig|ved en fejl|ved en feil|luottamuksell|poufn|przez pomyłkę|omylem|důvěrn|bizalmas|tévedés|confidențial|din greșeală|конфиденциальн|по ошибке|ошибочно|конфіденційн|помилково|εμπιστευτικ|gizli|yanlışlıkla|סודי|בטעות|سري|بالخطأ|保密|误收|機密|誤送信|誤って|기밀|잘못 수신/;

/** What notices say beside it: who may read the mail, and what else to do with it. A person who writes "in error" says one of them. */
const NOTICE =
  /recipient|addressee|mistake|intended|disclos|privileged|attachments?|delete|notice|adressat|empfänger|absender|löschen|kopieren|anhang|destinat|supprim|détruire|expéditeur|elimin|borr|reenv|cancell|destru|geadresseerde|bestemd|verwijder|slet|modtager|radera|mottagare|poista|usun|adresat|odbiorc|smaž|törölje|ștergeți|удал|отправител|получател|видал|διαγρά|siliniz|silin|alıcı|删除|刪除|削除|삭제|aviso legal|受信/;

const BEGINS_NOTICE =
  /^(?:this|these|the (?:information|contents?)|diese|der inhalt|die in dieser|ce |cet|les informations|este|esta|la información|el contenido|questo|questa|le informazioni|a informação|dit |deze|denne|detta|ta |niniejsz|wiadomość|tato|ez az|acest|это|данное|bu |本|この)/;

/** How a list tells its readers why they get a mail. */
const WHY_RECEIVED =
  /^(?:you (?:are receiving|have received|received|are getting|got) th(?:is|ese) (?:e-?mails?|mails?|messages?)|you are subscribed|this (?:e-?mail|message) was sent to|sie erhalten diese|du erhältst diese|vous recevez ce|vous avez reçu ce|ha recibido este|recibe este|recibes este|hai ricevuto questo|ricevi questa|ricevi questo|recebeu esta|está a receber|u ontvangt d|je ontvangt d|du modtager denne|du har modtaget denne|du får det här|du får detta|otrzymujesz tę|otrzymali państwo t|bu e-?posta(?:yı)? )/;
/** What a list's way out begins with: for what purpose, or for whom. */
const PURPOSE =
  /(?:^|[.!?|*] ?)(?:(?:to|um|pour|para|per|om|for at|for å|för att|aby|żeby|чтобы|щоб|για να|pentru a|pro) \p{L}|if you |wenn sie|falls sie|si vous|si no |si desea|se non|se desidera|se não|se deseja|als u|hvis d|om du |jeśli|jeżeli|если|якщо)|(?<!\p{L})için(?!\p{L})|には|하려면|如需|若要/u;
const LEAVING =
  /unsubscri|stop receiving|no longer (?:wish|want)|opt[- ]?out|leave this (?:group|list)|abmeld|abzumelden|abbestell|abzubestellen|austrag|auszutragen|désabonn|désinscri|de baja|cancel|disiscri|disinscri|descadastr|remover|sair d|uitschrij|uit te schrijven|afmeld|af te melden|avmeld|melde deg av|avregistrer|avprenumer|wypis|rezygn|odhlás|leiratkoz|dezabon|отпис|відпис|απεγγρα|διαγραφ|çık|abonelik|退订|退訂|取消订阅|配信(?:を|の)?停止|購読|解除|수신 ?거부|구독|ยกเลิก|hủy|berhenti/;
/** Where to turn to: an address or a link, of which only these are left (see `withoutAddresses`). */
const WHERE = /@|https:|click|klick|klik|cliqu|(?<!\p{L})clic/u;
const LIST =
  /mailing ?list|mailman|listinfo|distribution list|google ?groups|mailingliste|liste de diffusion|lista de correo/;

/** Pages on which people book a time are an offer of one, so their address keeps its name. */
const BOOKING = /calendly\.com|(?<![a-z])cal\.com|meetings\.hubspot|zcal\.co|savvycal\.com/i;

/** "lists.acme.test/leave", "unsubscribe.ly". */
const BARE_LINK =
  /^[<("']?[A-Za-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,6}(?:\.[a-z]{2,24}\/\S{0,500}|\.[a-z]{2,4}[>)"',.;:!?]{0,3})$/;

/** A text in which addresses and links are only signs: their words are names, not what the writer says. Linear. */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+/g, (token) => {
    if (/^[<("']?(?:https?:\/\/|www\.)/i.test(token) || BARE_LINK.test(token))
      return BOOKING.test(token) ? 'calendly.com' : 'https:';
    const link = token.search(/https?:\/\//i);
    const rest = link < 0 ? token : `${token.slice(0, link)}https:`;
    return rest.includes('@') ? rest.replace(/[\p{L}\p{N}._%+=-]{0,64}@[a-z0-9.-]{0,253}/giu, '@') : rest;
  });
}

const RULER = /^(?:[_\-=*—–─~#]\s?){3,200}$/;

/**
 * The place among a person's own lines at which a list's footer or a confidentiality notice begins; -1 where there is none. The first
 * paragraph is always the person's.
 */
export function findFooter(lines: readonly string[]): number {
  let begin = -1;
  let hasText = false;
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at]?.trim() ?? '';
    const isEdge = line === '' || RULER.test(line);
    if (!isEdge && begin < 0) begin = at;
    // Some programs put the notice on the line below the last words.
    if (!isEdge && at > begin && beginsFooter(line) && !(hasText && beginsFooter(lines[begin]!))) {
      if (isFooter(lines, begin, at, hasText)) return withRuler(lines, begin);
      [begin, hasText] = [at, true];
    }
    if (!isEdge || begin < 0) continue;
    if (isFooter(lines, begin, at, hasText)) return withRuler(lines, begin);
    hasText = true;
    begin = -1;
  }
  return -1;
}

function beginsFooter(line: string): boolean {
  const words = comparable(withoutAddresses(line.slice(0, 300)));
  return (
    WHY_RECEIVED.test(words) ||
    (DISCLAIMER.test(words) && BEGINS_NOTICE.test(words)) ||
    /^(?:confidentiality|disclaimer|aviso legal|avis de confidentialité|vertraulichkeitshinweis)/.test(words) ||
    (PURPOSE.test(words) && LEAVING.test(words))
  );
}

function isFooter(lines: readonly string[], from: number, to: number, hasText: boolean): boolean {
  if (!hasText) return false;
  const words = comparable(
    withoutAddresses(
      lines
        .slice(from, Math.min(to, from + 30))
        .join(' ')
        .slice(0, 4_000),
    ),
  );
  return (
    (DISCLAIMER.test(words) && NOTICE.test(words) && words.length >= (/[\u3040-\uffff]/.test(words) ? 20 : 60)) ||
    (WHY_RECEIVED.test(words) && (LEAVING.test(words) || LIST.test(words))) ||
    (LEAVING.test(words) && WHERE.test(words) && PURPOSE.test(words)) ||
    (LIST.test(words) && WHERE.test(words))
  );
}

function withRuler(lines: readonly string[], begin: number): number {
  let at = begin;
  while (at > 0 && (lines[at - 1]!.trim() === '' || RULER.test(lines[at - 1]!.trim()))) at--;
  return at;
}
