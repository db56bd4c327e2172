/**
 * Words of stopping that order nothing, because somebody else does it ("our customers can unsubscribe"), the writer has done it elsewhere
 * ("I had to delete my account"), it is about something else ("please remove the typo"), or holds until a day only. A wrong Do Not Contact
 * ends a lead in every campaign; an order that is missed here still is a reply, which stops the lead too.
 */

/** Characters of a sentence that are looked at on either side. */
const REACH = 160;
const END = /[.!?。！？]/;

interface Sentence {
  before: string;
  phrase: string;
  after: string;
}

/** @param text comparable, each sentence with its mark */
export function isNoOrder(text: string, index: number, phrase: string): boolean {
  const end = index + phrase.length;
  const before = text
    .slice(Math.max(0, index - REACH), index)
    .split(END)
    .at(-1)!;
  const after = text.slice(end, end + REACH).split(END, 1)[0]!;
  const sentence = { before, phrase, after };
  return isOfOthers(sentence) || isDone(sentence) || isElsewhere(sentence) || isThing(sentence) || isUntil(sentence);
}

/** Customers of the writer, and what they can, must or want. */
const OTHERS_DO =
  /(?<!\p{L})(?:(?:customers|clients|users|subscribers|readers|members|employees|people|they|everyone|everybody|anyone) (?:can|could|may|might|must|have to|want to|need to|will|would|often|always)|(?:kunden|kundinnen|nutzer|leser|mitglieder|abonnenten|mitarbeiter|leute) (?:können|konnten|könnten|müssen|wollen|dürfen)|(?:clients|utilisateurs|abonnés|lecteurs|membres|gens) (?:peuvent|pouvaient|pourront|doivent|veulent)|(?:clientes|usuarios|suscriptores|lectores|usuários|utilizadores|assinantes) (?:pueden|podían|deben|quieren|podem|podiam|devem|querem)|(?:clienti|utenti|iscritti|lettori) (?:possono|potevano|devono|vogliono)|(?:klanten|gebruikers|abonnees|lezers|leden) (?:kunnen|konden|moeten|willen|mogen)|(?:kunder|kunderne|brugere|brukere|abonnenter|användare|prenumeranter|medlemmer|medlemmar) (?:kan|kunne|kunde|skal|må|måste|vil|vill|får)|(?:klienci|użytkownicy|odbiorcy|czytelnicy) (?:mogą|mogli|muszą|chcą)|(?:zákazníci|klienti) (?:mohou|můžou|mohli|môžu)|(?:asiakkaat|asiakkaamme|käyttäjät) voivat|(?:clienții|utilizatorii) (?:pot|puteau)|(?:клиенты|пользователи|подписчики) (?:могут|могли|должны)|(?:клієнти|користувачі) (?:можуть|могли))(?!\p{L})/u;
const OTHERS_CAN =
  /(?:müşteri|kullanıcı|abone)\p{L}{0,12} .{0,80}[ae]bilir|(?:お客様|ユーザー|会員|利用者).{0,60}でき/u;

function isOfOthers({ before, phrase, after }: Sentence): boolean {
  return OTHERS_DO.test(before) || OTHERS_CAN.test(`${before}${phrase}${after}`);
}

/** "I had to": told of what is over. */
const HAD_TO =
  /(?<!\p{L})(?:i had to|we had to|i needed to|we needed to|ich musste|wir mussten|j'ai dû|nous avons dû|il a fallu|tuve que|tuvimos que|he tenido que|ho dovuto|abbiamo dovuto|tive (?:de|que)|tivemos (?:de|que)|ik moest|wij moesten|we moesten|jeg måtte|vi måtte|jeg blev nødt til|jag var tvungen|vi var tvungna|jag fick lov|musiałem|musiałam|musieliśmy|musel jsem|musela jsem|мне пришлось|нам пришлось)(?!\p{L})/u;
/** The reader of the mail: then the writer tells of having tried before. */
const READER =
  /(?<!\p{L})(?:you|your|yours|this list|these (?:e-?mails|mails)|sie|ihnen|ihre[mrns]?|ihr|euch|eure[mrns]?|dein\p{L}{0,2}|dich|vous|votre|vos|ustedes|vuestr\p{L}{1,2}|vostr[aeio]|voi|vocês?|voss[ao]s?|u|uw|jullie|jer|jeres|er|era|ert|was|wasz\p{L}{0,3}|państw\p{L}{1,2}|вас|ваш\p{L}{0,3})(?!\p{L})(?! (?:\p{L}{1,12} )?(?:compet|wettbewerb|mitbewerb|konkurr|concurr|concorr|konkuren|конкур))/u;

function isDone({ before, phrase, after }: Sentence): boolean {
  if (/zorunda kal(?:dı|mış)/u.test(after.slice(0, 60))) return true;
  return HAD_TO.test(before) && !READER.test(`${before.replace(HAD_TO, ' ')} ${phrase} ${after}`);
}

const MAILS =
  /list|mail|newsletter|message|update|campaign|sequence|database|distribution|subscription|outreach|verteiler|kampagne|datenbank|nachricht|zusendung|post(?!box)/;

/** "He told me to unsubscribe from the gym", "ich muss mich beim Fitnessstudio abmelden". */
function isElsewhere({ before, phrase, after }: Sentence): boolean {
  if (/unsubscribe|opt(?:ing|ed)?[ -]out$/.test(phrase)) {
    const from = /^ from (?:the|my|his|her|our|a|an) (\S{1,30}(?: \S{1,30})?)/.exec(after);
    return from !== null && !MAILS.test(from[1]!);
  }
  if (!/^(?:abmelden|abbestellen|abmeldung)$/.test(phrase)) return false;
  const at = /(?:^| )(?:beim|bei der|bei meine[mr]|vom|von meine[mr]) (\S{1,40})/.exec(before);
  return at !== null && !MAILS.test(at[1]!);
}

/** Orders that say what only behind their verb, with what they mean then; "please remove the typo" means another thing. */
const ORDERS_OF_THINGS: readonly (readonly [verb: RegExp, isOrder: RegExp])[] = [
  [
    /^(?:please remove|kindly remove|please delete|remove the|delete the)$/,
    /^(?: please| now| at once| immediately|,| -|$)|(?<!\p{L})(?:me|us|my|mine|our|ours|from|everything|e-?mails?|address(?:es)?|names?|contacts?|details|data|information|entry|number|records?|profile|account|person|company|subscription|@)(?!\p{L})/u,
  ],
  [
    /supprimer$|enlever$/,
    /^(?: svp| immédiatement|,|$)|(?<!\p{L})(?:me|moi|mon|ma|mes|nous|notre|nos|e-?mail|mail|adresse|contacts?|coordonnées|données|nom|liste|compte|inscription|abonnement|société|@)(?!\p{L})/u,
  ],
  [
    /^(?:usuńcie|proszę usunąć|proszę o usunięcie|o usunięcie|wykreślić|wykreślcie)$/,
    /^(?: natychmiast|,|$)|(?<!\p{L})(?:mnie|mój|moje|mojego|moich|nas|nasz\p{L}{0,3}|z |adres\p{L}{0,2}|dan\p{L}{1,3}|kontakt\p{L}{0,2}|e-?mail\p{L}{0,2}|mail\p{L}{0,2}|@)/u,
  ],
];
/** Japanese and Turkish say what before the verb. */
const THING_BEFORE: readonly (readonly [verb: RegExp, isOrder: RegExp])[] = [
  [
    /^削除(?:してください|をお願い)$/,
    /^\W*$|リスト|アドレス|メール|データ|情報|登録|名簿|私|当社|弊社|連絡先|宛先|名前|から|@/u,
  ],
  [/^silin(?: lütfen)?$/, /^\W*(?:lütfen )?$|adres|posta|mail|veri|bilgi|kayd|kayıt|beni|bizi|liste|numara|hesab|@/u],
];

function isThing({ before, phrase, after }: Sentence): boolean {
  return (
    ORDERS_OF_THINGS.some(([verb, isOrder]) => verb.test(phrase) && !isOrder.test(after)) ||
    THING_BEFORE.some(([verb, isOrder]) => verb.test(phrase) && !isOrder.test(before))
  );
}

const NEGATED =
  /(?<!\p{L})(?:don't|do not|not|no|never|nicht|keine?|ne|n'\p{L}+|pas|non|não|niet|geen|niets?|ikke|inte|nie)(?!\p{L})|ないで|m[ae]y[ıi]n/u;
const UNTIL =
  /(?<!\p{L})(?:before|until|till|bis(?! auf weiteres)|vor|avant|jusqu'\p{L}{1,3}|antes de|hasta|prima d\p{L}{1,3}|fino a\p{L}{0,2}|antes d\p{L}|até|voor|vóór|tot|før|indtil|inden|före|innan|förrän|przed) (?:\p{L}{1,12} ){0,3}(?:\d|q[1-4]|end|start|beginn|anfang|ende|mitte|fin|principio|inizio|fine|eind|begin|slutet|början|next|summer|winter|spring|autumn|herbst|sommer|frühjahr|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|montag|dienstag|mittwoch|donnerstag|freitag|januar|februar|märz|mai|juni|juli|oktober|dezember|lundi|mardi|mercredi|jeudi|vendredi|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lunes|martes|miércoles|jueves|viernes|enero|febrero|marzo|abril|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|lunedì|martedì|mercoledì|giovedì|venerdì|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|segunda|terça|quarta|quinta|sexta|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|maandag|dinsdag|woensdag|donderdag|vrijdag|januari|februari|maart|mei|juni|juli|augustus|mandag|tirsdag|onsdag|torsdag|fredag|måndag|tisdag|poniedział|wtork|środ|czwart|piąt|styczn|lut|marc|kwietn|maj|czerwc|lipc|sierpn|wrześn|październik|listopad|grudn)/u;

/** "Don't send me anything before Monday." An order to delete by a day is one. */
function isUntil({ before, phrase, after }: Sentence): boolean {
  if (!NEGATED.test(phrase)) return false;
  return UNTIL.test(after) || /(?:\d|月|曜|年|週)[^。]{0,6}まで/u.test(before) || / (?:kadar|önce) ?$/u.test(before);
}
