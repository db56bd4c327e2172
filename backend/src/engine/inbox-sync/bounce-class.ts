import { comparable, phraseFinder } from './phrase-finder';

/**
 * What a refusal speaks of. Only `recipient_invalid` is a hard bounce: the address does not exist or is shut. `policy`, `content` and
 * `sender` are about us, `mailbox_full` and `transient` may pass; `unknown` is a refusal without any reason.
 */
export type BounceClass = 'recipient_invalid' | 'mailbox_full' | 'policy' | 'content' | 'sender' | 'transient' | 'unknown';

export interface SmtpReply {
  /** The basic code (550), or null. */
  code: number | null;
  /** The enhanced status of RFC 3463 (5.1.1), or null. */
  status: string | null;
  text: string;
}

const RECIPIENT = phraseFinder(`
user unknown|unknown user|unknown recipient|recipient unknown|no such user|no such recipient|no such mailbox|no such address|no such person|no such account|no such local user
user not found|recipient not found|mailbox not found|account not found|address not found|addressee unknown|unknown address|unknown mailbox|unknown account|unknown local part
user does not exist|user doesn't exist|does not exist|doesn't exist|doesnt exist|do not exist|not exist|non-existent|nonexistent|no longer exists|no longer available|no longer valid|no longer active|no longer in use
invalid recipient|invalid recipients|invalid mailbox|invalid address|invalid user|not a valid mailbox|not a valid user|not a valid recipient|not a known user|not a user here|not our customer|bad destination mailbox address|bad address
bad recipient|recipient is not valid|recipient not known|recipient … not … exist|recipient … is invalid|address … is invalid|is not a valid user|no valid recipients|unknown or illegal alias|unrouteable address|unroutable address|unrouteable mail domain
mailbox unavailable|mailbox is unavailable|mailbox not available|mailbox is disabled|mailbox disabled|mailbox is inactive|mailbox inactive|account is disabled|account disabled|account has been disabled|account … is disabled|account that you tried to reach is disabled
account is inactive|inactive account|account inactive|inactive user|user is inactive|account has been suspended|account suspended|account has been closed|account closed|mailbox closed|address no longer accepts mail|user suspended|user is disabled
recipient address rejected: access denied|recipnotfound|resolver.adr.recip*|resolver.adr.exrecipnotfound|unknown in virtual mailbox table|unknown in local recipient table|unknown in relay recipient table|unknown in virtual alias table
no mailbox here by that name|this user doesn't have a … account|this address does not receive mail|no account by that name|no user by that name|there is no such|couldn't be found|could not be found|wasn't found at|not listed in|not listed in public name & address book
host or domain name not found|domain name not found|domain not found|domain does not exist|no such domain|host not found|host unknown|unknown host|name or service not known|nxdomain|domain … not … exist|null mx|does not accept mail|doesn't accept mail|no mail servers for|unable to find an mx|unknown domain|couldn't find any host named
is not a registered|not registered|unrecognized recipient|undeliverable address|delivery address not|recipient rejected|recipients rejected|user reject|address unknown|no mail box available for this user
existiert nicht|nicht gefunden|unbekannter empfänger|empfänger unbekannt|unbekannter benutzer|empfängeradresse ist ungültig|adresse ist unbekannt|konto wurde deaktiviert|adresse wurde nicht gefunden
n'existe pas|n'existe plus|introuvable|destinataire inconnu|utilisateur inconnu|adresse inconnue|adresse invalide|boîte aux lettres inexistante|compte désactivé
no existe|no se encontró|no se ha encontrado|usuario desconocido|destinatario desconocido|dirección desconocida|cuenta desactivada|non esiste|inesistente|utente sconosciuto|destinatario sconosciuto|indirizzo non trovato|impossibile trovare
não existe|não foi encontrado|não encontrado|usuário desconhecido|utilizador desconhecido|destinatário desconhecido|bestaat niet|niet gevonden|onbekende gebruiker|onbekende ontvanger|finns inte|okänd mottagare|hittades inte|findes ikke|eksisterer ikke|finnes ikke|ukendt modtager|ukjent mottaker
nie istnieje|nie znaleziono|nieznany użytkownik|nieznany odbiorca|neexistuje|nebyl nalezen|neznámý příjemce|nem létezik|nem található|nu există|δεν υπάρχει|bulunamadı|mevcut değil|не существует|не найден|не найдена|неизвестный пользователь|пользователь не найден|не існує
不存在|無此|无此|找不到|ユーザーが存在|見つかりません|存在しません|宛先不明|존재하지 않|찾을 수 없|ไม่พบ|không tồn tại|tidak ditemukan|tidak ada
`);

const FULL = phraseFinder(`
mailbox full|mailbox is full|mailbox … is full|inbox is full|inbox … full|mailbox over quota|over quota|overquota|over its quota|over the quota|quota exceeded|exceeded … quota|quota is full|exceeded its quota|exceeds quota|exceed … quota|out of storage|storage quota|storage allocation|disk quota|insufficient system storage|insufficient storage|mailbox size limit|mailbox has exceeded|mailbox limit|account is full|account is over|no space left|user has too many messages|is overquota|full mailbox|not enough space|recipient … is full|limit … mailbox
postfach … voll|postfach ist voll|speicherplatz|kontingent|boîte … pleine|boîte aux lettres pleine|quota dépassé|buzón lleno|buzón está lleno|buzón … lleno|casella … piena|casella piena|caixa … cheia|caixa cheia|postvak … vol|brevlådan är full|brevlåda full|postkassen er fuld|postboksen er full|skrzynka … pełna|przepełniona|schránka … plná|переполнен|ящик переполнен|превышена квота|邮箱已满|已满|容量不足|容量制限|받은편지함이 꽉|용량 초과
`);

const SENDER = phraseFinder(`
spamhaus|spamcop|barracuda|sorbs|dnsbl|rbl|blacklist|blacklisted|black listed|blocklist|block list|blocklisted|blocked using|blocked by|is blocked|been blocked|ip blocked|bad reputation|poor reputation|low reputation|reputation|banned|denylist|deny list
spf|dkim|dmarc|unauthenticated|not authenticated|sender authentication|authentication required|authentication checks|not authorized to send|not allowed to send|unauthorized sender|sender rejected|sender denied|sender address rejected|sender verify failed|sender not allowed|sender domain|sender is not|sender blocked|envelope sender|reverse dns|ptr record|rdns|helo command rejected|helo
rate limit|rate limited|rate-limited|too many messages|too many recipients|too many connections|too many emails|too many mails|sending limit|message limit|daily limit|hourly limit|exceeded the maximum number|throttled|unusual rate|unsolicited rate|client host rejected|client host|access denied, banned|bulkmail|tss0*|ts0*|suspicious due to|ip address … not accepted|not accepting mail from|your ip
`);

const CONTENT = phraseFinder(`
spam|junk|unsolicited|spam message|likely spam|considered spam|detected as spam|spam content|spamassassin|phishing|virus|malware|infected|message content|content rejected|content filter|content policy|rejected due to content|message rejected|suspicious link|url … blocked|uribl|surbl|attachment|message too large|message size exceeds|size exceeds|too big|exceeds size|exceeds the maximum … size|message length exceeds|banned content|prohibited|mime|invalid header|bad header|bare lf|header
`);

const POLICY = phraseFinder(`
policy|policy reasons|local policy|security policy|administrative prohibition|administratively|not permitted|not allowed|relay access denied|relaying denied|relay denied|relay not permitted|unable to relay|we do not relay|access denied|permission denied|not authorized|restricted|delivery not authorized|only accepts … authenticated|only accept … from|does not accept … external|external senders|rejected by the recipient|recipient … has blocked|blocked the sender|moderat*|transport rule|refused by|prohibited by|richtlinie|politique|directiva|criteri|política
`);

const TRANSIENT = phraseFinder(`
greylist|greylisted|graylisted|greylisting|try again|try later|temporarily|temporary|temporary failure|temporary lookup failure|deferred|deferring|resources temporarily|service unavailable|service not available|timed out|time out|timeout|connection refused|connection reset|lost connection|no route to host|network is unreachable|could not connect|couldn't connect|server busy|system busy|not responding|unable to connect|expired|retry timeout exceeded|retry time not reached|message expired|queue too long|loop|too many hops|hop count exceeded|delivery time|dns … fail*|server failure|servfail|all relevant mx records point to non-existent hosts
zeitüberschreitung|vorübergehend|temporaire|temporairement|temporalmente|temporaneamente|temporariamente|tijdelijk|tillfälligt|midlertidig*|tymczasow*|временно|暂时|一時的
`);

/** Decides the class of one refusal: sure words about us or the room come before words about the recipient, and words before bare codes, because servers use codes loosely. */
export function classifyRefusal(reply: SmtpReply): { class: BounceClass; reason: string } {
  const text = comparable(reply.text.replace(/https?:\/\/\S{1,300}/g, ' '), 4_000);
  const status = reply.status ?? '';
  const [, subject = '', detail = ''] = status.split('.');
  const isTemporary = status ? status.startsWith('4') : reply.code !== null && reply.code >= 400 && reply.code < 500;
  const full = FULL.first(text);
  const recipient = RECIPIENT.first(text);
  const sender = SENDER.first(text);
  const content = CONTENT.first(text);

  if (full || (subject === '2' && detail === '2')) return { class: 'mailbox_full', reason: full?.phrase ?? status };
  if (isTemporary) {
    if (sender) return { class: 'sender', reason: sender.phrase };
    return { class: 'transient', reason: status || String(reply.code) };
  }
  const isOurs = subject === '1' && (detail === '7' || detail === '8');
  if (recipient && !isOurs) {
    if (STRONG_RECIPIENT.test(text)) return { class: 'recipient_invalid', reason: recipient.phrase };
    if (!sender && (!content || subject === '1') && !PASSING.test(text)) return { class: 'recipient_invalid', reason: recipient.phrase };
  }
  if (sender) return { class: 'sender', reason: sender.phrase };
  const byCode = status ? classOfStatus(Number(subject), Number(detail)) : null;
  if (PASSING.test(text)) return { class: 'transient', reason: PASSING.exec(text)![0] };
  if (byCode === 'recipient_invalid' && !content) return { class: byCode, reason: status };
  if (content) return { class: 'content', reason: content.phrase };
  if (byCode && byCode !== 'policy') return { class: byCode, reason: status };
  const policy = POLICY.first(text);
  if (policy) return { class: 'policy', reason: policy.phrase };
  const transient = TRANSIENT.first(text);
  if (transient) return { class: 'transient', reason: transient.phrase };
  if (byCode) return { class: byCode, reason: status };
  return classOfBasicCode(reply.code);
}

/** Words that speak of nothing but a recipient who is not there. */
const STRONG_RECIPIENT = /user unknown|unknown user|no such user|user (?:does not|doesn't) exist|mailbox not found|no such mailbox|recipient not found|recipnotfound|address rejected: access denied/;

/** Words of a refusal that may pass, whatever its code. */
const PASSING = /temporar|try again|try later|gr[ea]ylist|deferred/;

/** RFC 3463 for permanent failures: subject and detail. null where the code says nothing certain. */
function classOfStatus(subject: number, detail: number): BounceClass | null {
  switch (subject) {
    case 1:
      return detail === 7 || detail === 8 ? 'sender' : detail === 4 || detail === 5 ? 'policy' : detail === 9 ? null : 'recipient_invalid';
    case 2:
      return detail === 1 ? 'recipient_invalid' : detail === 2 ? 'mailbox_full' : detail === 3 ? 'content' : detail === 4 ? 'policy' : null;
    case 3:
      return detail === 4 ? 'content' : detail === 2 || detail === 1 ? 'transient' : null;
    case 4:
      return detail === 4 || detail === 310 ? 'recipient_invalid' : 'transient';
    case 6:
      return 'content';
    case 7:
      return detail >= 20 && detail <= 29 ? 'sender' : detail >= 500 && detail < 800 ? 'sender' : 'policy';
    default:
      return null;
  }
}

function classOfBasicCode(code: number | null): { class: BounceClass; reason: string } {
  if (code === 551 || code === 553) return { class: 'recipient_invalid', reason: String(code) };
  if (code === 552) return { class: 'mailbox_full', reason: '552' };
  if (code === 535 || code === 530) return { class: 'sender', reason: String(code) };
  return { class: 'unknown', reason: code === null ? 'no reason given' : String(code) };
}

const CODES = /(?<![\d.])([45])(\d\d)(?:[ -]{1,3}|$|\b)(?:#?\(?([45]\.\d{1,3}\.\d{1,3}))?/;
const STATUS = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Reads the codes out of a server's words: `550 5.1.1 …`, `#5.1.1`, `smtp;550-5.1.1 …`. */
export function readSmtpReply(text: string): SmtpReply {
  const head = text.slice(0, 4_000);
  const basic = CODES.exec(head);
  const status = basic?.[3] ?? STATUS.exec(head)?.[1] ?? null;
  return { code: basic ? Number(basic[1]! + basic[2]!) : null, status, text: head };
}
