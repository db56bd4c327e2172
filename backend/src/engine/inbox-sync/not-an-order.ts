/**
 * Words of stopping that order nothing, because somebody else does it ("our customers can unsubscribe"), the writer has done it elsewhere
 * ("I had to delete my account at your competitor's"), it is about something else ("please remove the typo"), or holds until a day only.
 * A missed order costs far more than a lead that is left alone for nothing, so each rule asks for what it excuses in so many words.
 */

/** Characters of a sentence that are looked at on either side. */
const REACH = 160;
const END = /[.!?。！？]/;
/** What begins another statement within a sentence. */
const CLAUSE_END = /[,;:、]| - |(?<!\p{L})(?:and|so|und|also|et|donc|y|e|ed|en|og|och|więc|ve)(?!\p{L})/u;

interface Clause {
  /** What stands before the phrase in its clause, the phrase, and the rest of the sentence. */
  before: string;
  phrase: string;
  after: string;
}

/** @param text comparable, each sentence with its mark */
export function isNoOrder(text: string, index: number, phrase: string): boolean {
  const end = index + phrase.length;
  const sentence = text
    .slice(Math.max(0, index - REACH), index)
    .split(END)
    .at(-1)!;
  const after = text.slice(end, end + REACH).split(END, 1)[0]!;
  const clause = { before: sentence.split(CLAUSE_END).at(-1)!, phrase, after };
  if (isUntil(clause)) return true;
  if (asksForWriter(clause)) return false;
  return isOfOthers(clause) || isDone(clause) || isElsewhere(clause) || isThing(clause);
}

const NEGATED =
  /(?<!\p{L})(?:don't|do not|not|no|never|nicht|keine?|ne|n'\p{L}+|pas|non|não|niet|geen|niets?|ikke|inte|nie)(?!\p{L})|ないで|m[ae]y[ıi]n/u;
const WRITER =
  /(?<!\p{L})(?:me|us|mich|mir|uns|moi|nous|m'\p{L}+|mij|ons|mig|meg|os|oss|mnie|nas|mě|mne|nás|меня|нас|beni|bizi)(?!\p{L})|\p{L}{4}(?:temi|teci|mimi)(?!\p{L})/u;

/** "… stop emailing me", "… unsubscribe us", "… do not write any more": whatever stands before it. */
function asksForWriter({ phrase, after }: Clause): boolean {
  return NEGATED.test(phrase) || WRITER.test(`${phrase}${/^ \S{1,12}/.exec(after)?.[0] ?? ''}`);
}

/** Customers of the writer, and what they can, must or want. */
const OTHERS_DO =
  /(?<!\p{L})(?:(?:customers|clients|users|subscribers|readers|members|employees|people|they|everyone|everybody|anyone) (?:can|could|may|might|must|have to|want to|need to|will|would|often|always)|(?:kunden|kundinnen|nutzer|leser|mitglieder|abonnenten|mitarbeiter|leute) (?:können|konnten|könnten|müssen|wollen|dürfen)|(?:clients|utilisateurs|abonnés|lecteurs|membres|gens) (?:peuvent|pouvaient|pourront|doivent|veulent)|(?:clientes|usuarios|suscriptores|lectores|usuários|utilizadores|assinantes) (?:pueden|podían|deben|quieren|podem|podiam|devem|querem)|(?:clienti|utenti|iscritti|lettori) (?:possono|potevano|devono|vogliono)|(?:klanten|gebruikers|abonnees|lezers|leden) (?:kunnen|konden|moeten|willen|mogen)|(?:kunder|kunderne|brugere|brukere|abonnenter|användare|prenumeranter|medlemmer|medlemmar) (?:kan|kunne|kunde|skal|må|måste|vil|vill|får)|(?:klienci|użytkownicy|odbiorcy|czytelnicy) (?:mogą|mogli|muszą|chcą)|(?:zákazníci|klienti) (?:mohou|můžou|mohli|môžu)|(?:asiakkaat|asiakkaamme|käyttäjät) voivat|(?:clienții|utilizatorii) (?:pot|puteau)|(?:клиенты|пользователи|подписчики) (?:могут|могли|должны)|(?:клієнти|користувачі) (?:можуть|могли))(?!\p{L})/u;
const OTHERS_CAN =
  /(?:müşteri|kullanıcı|abone)\p{L}{0,12} .{0,80}[ae]bilir|(?:お客様|ユーザー|会員|利用者).{0,60}でき/u;

/** The reader's own list: then the writer asks for those others. */
const YOURS =
  /(?<!\p{L})(?:your|yours|ihre[mnrs]?|eure[mnrs]?|dein\p{L}{0,2}|votre|vos|vuestr\p{L}{1,2}|vostr[aeio]|uw|jullie|jeres|deres|er|era|ert|wasz\p{L}{0,3}|váš\p{L}{0,2}|vaš\p{L}{0,3}|ваш\p{L}{0,3})(?!\p{L})/u;

function isOfOthers({ before, phrase, after }: Clause): boolean {
  const all = `${before}${phrase}${after}`;
  return (OTHERS_DO.test(before) || OTHERS_CAN.test(all)) && !YOURS.test(all);
}

/** "I had to": told of what is over. */
const HAD_TO =
  /(?<!\p{L})(?:i had to|we had to|i needed to|we needed to|ich musste|wir mussten|j'ai dû|nous avons dû|il a fallu|tuve que|tuvimos que|he tenido que|ho dovuto|abbiamo dovuto|tive (?:de|que)|tivemos (?:de|que)|ik moest|wij moesten|we moesten|jeg måtte|vi måtte|jeg blev nødt til|jag var tvungen|vi var tvungna|musiałem|musiałam|musieliśmy)(?!\p{L})/u;
const COMPETITOR = /(?<!\p{L})(?:compet|wettbewerb|mitbewerb|konkurr|concurr|concorr|konkuren|rakib)/u;

function isDone({ before, phrase, after }: Clause): boolean {
  return (
    (HAD_TO.test(before) || /zorunda kal(?:dı|mış)/u.test(after.slice(0, 60))) &&
    COMPETITOR.test(`${before}${phrase}${after}`)
  );
}

const MAILS =
  /list|mail|newsletter|message|update|campaign|sequence|database|distribution|subscription|outreach|inbox|account|address|contact|company|domain|marketing|service|system|adress|konto|rundschreiben|werbung|info|verteiler|kampagne|datenbank|nachricht|zusendung|post|@/;
const TOLD =
  /(?<!\p{L})(?:(?:told|asked|advised|reminded) (?!you )\p{L}{1,12} to $|ich muss mich |ich musste mich |wir müssen uns )/u;

/** "He told me to unsubscribe from the gym", "ich muss mich beim Fitnessstudio abmelden". */
function isElsewhere({ before, after }: Clause): boolean {
  if (!TOLD.test(before)) return false;
  const place =
    /^ from (?:the|my|his|her|our|a|an) (\S{1,30}(?: \S{1,30})?)/.exec(after) ??
    /(?:^| )(?:beim|bei der|bei meine[mr]|vom|von meine[mr]) (\S{1,40})/.exec(before);
  return place !== null && !MAILS.test(place[1]!);
}

const REMOVES = /remove|delete|supprim|enlev|lösch|entfern|usun|usuń/;
/** A thing of our text behind its article; a name or an address has none. */
const THING =
  /^(?: (?:the|that|this|your|a|an|la|le|les|cette|votre|den|das|die|ten|tę|te)){1,2}(?: \p{L}{1,12})? (?:typos?|lines?|images?|logos?|pictures?|photos?|attachments?|links?|commas?|paragraphs?|fautes?|coquilles?|lignes?|virgules?|pièces? jointes?|tippfehler|zeile|bild|anhang|komma|absatz|literówk\p{L}|lini[ęei]|obrazek|przecinek|załącznik)(?!\p{L})/u;
const OF_ADDRESS =
  /(?<!\p{L})(?:me|us|my|our|lists?|database|everything|e-?mails?|address(?:es)?|data|moi|nous|mon|nos|liste|adresse|données|mich|uns|daten|mnie|nas|listy|adres)(?!\p{L})|@/u;

function isThing({ phrase, after }: Clause): boolean {
  return REMOVES.test(phrase) && THING.test(after) && !OF_ADDRESS.test(after);
}

/** An order that is meant for good, whatever day it names. */
const FOR_GOOD =
  /(?<!\p{L})(?:again|any ?more|no more|no longer|any longer|never|ever|keine? weitere\p{L}?|mehr|nie|wieder|plus|jamais|más|nunca|jamás|più|mais|meer|nooit|mere|aldrig|aldri|igen|mer|mera|fler|więcej|nigdy|daha|after|or|nor|ni|oder)(?!\p{L})/u;
const UNTIL =
  /^ (?:before|until|till|bis(?! auf weiteres)|vor|avant|jusqu'\p{L}{1,3}|antes de|hasta|prima d\p{L}{1,3}|fino a\p{L}{0,2}|antes d\p{L}|até|voor|vóór|tot|før|indtil|inden|före|innan|förrän|przed) (?:\p{L}{1,12} ){0,3}(?:\d|q[1-4]|next|summer|winter|spring|autumn|herbst|sommer|frühjahr|monday|tuesday|wednesday|thursday|friday|january|february|march|april|may|june|july|august|september|october|november|december|montag|dienstag|mittwoch|donnerstag|freitag|januar|februar|märz|mai|juni|juli|oktober|dezember|lundi|mardi|mercredi|jeudi|vendredi|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|lunes|martes|miércoles|jueves|viernes|enero|febrero|marzo|abril|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|lunedì|martedì|mercoledì|giovedì|venerdì|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|segunda|terça|quarta|quinta|sexta|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|dezembro|maandag|dinsdag|woensdag|donderdag|vrijdag|januari|februari|maart|mei|juni|juli|augustus|mandag|tirsdag|onsdag|torsdag|fredag|måndag|tisdag|poniedział|wtork|środ|czwart|piąt|styczn|lut|marc|kwietn|maj|czerwc|lipc|sierpn|wrześn|październik|listopad|grudn)/u;

/** "Don't send me anything before Monday." An order to delete by a day is one. */
function isUntil({ before, phrase, after }: Clause): boolean {
  if (!NEGATED.test(phrase) || FOR_GOOD.test(`${before}${phrase}${after}`)) return false;
  // At most four words between, in the same clause: " anything", " mir".
  const near = after.split(CLAUSE_END, 1)[0]!;
  const words = near.split(' ').slice(1);
  return words.slice(0, 5).some((_, at) => UNTIL.test(` ${words.slice(at).join(' ')}`));
}
