import { pairFinder, phraseFinder } from '../phrase-finder';

/** Limits of what somebody may send, by name. Bare words such as "quota" are missing: they also stand for a recipient's full mailbox. */
const SENDING_LIMIT = `
sending limit|sending limits|send limit|mail send limit|sending quota|sending rate|send rate|sending rates|outgoing limit|outgoing quota|outgoing email quota|outgoing mail quota|outgoing message quota|outgoing message limit|outgoing emails|outgoing messages|outbound limit|outbound quota|submission quota|submission rate|submission limit|relay quota|relay limit|smtp limit|smtp quota|smtp relay limit|message limit|messages limit|message quota|messages quota|message count quota|message rate|message rate limit|messaging limit|mail limit|mails limit|email limit|emails limit|e-mail limit|mail quota for today|recipient limit|recipients limit|recipients limits|recipient quota|recipients quota|recipient rate|recipient rate limit|rcpt limit|rate limit|rate limits|ratelimit|rate quota|daily limit|daily limits|daily quota|daily maximum|daily message|daily sending|daily user sending|hourly limit|hourly limits|hourly quota|hourly maximum|hour limit|hourly message|day limit|monthly limit|monthly quota|minute limit|connection limit|connection rate|thread limit|sender limit|sender limits|sender rate|sender quota|user limit|client limit|plan limit|account limit|defers and failures|external recipient|maximum number of emails|maximum number of messages|maximum number of recipients|maximum number of outgoing|maximum number of connections|number of messages|number of emails|number of mails|number of recipients|number of connections|maximum messages|maximum emails|max emails|max messages|max mails|max recipients|concurrent connections|free tier|usage limit
versandlimit|sendelimit|versandkontingent|tageslimit|stundenlimit|tageskontingent|versandgrenze|limit für ausgehende|maximale anzahl|anzahl der e-mails|anzahl an e-mails|anzahl nachrichten|anzahl der nachrichten|anzahl empfänger|anzahl der empfänger
limite d'envoi|limites d'envoi|quota d'envoi|limite quotidienne|limite journalière|limite horaire|quota journalier|quota quotidien|quota horaire|nombre maximal|nombre maximum|nombre de messages|nombre d'e-mails|nombre d'envois
límite de envío|limite de envio|límites de envío|límite diario|limite diario|límite por hora|cuota de envío|cuota diaria|número máximo|numero maximo|cantidad máxima|limite de envios|limite diário|limite por hora|cota de envio|quota de envio|número de mensagens|limite di invio|limiti di invio|limite giornaliero|limite orario|quota di invio|quota giornaliera|numero massimo|numero di messaggi
verzendlimiet|verzendquotum|daglimiet|uurlimiet|maximum aantal|maximaal aantal|sändningsgräns|sändningsgränsen|dagsgräns|gräns för utgående|maxantal|sendegrænse|sendegrense|daglig grænse|daglig grense|lähetysraja*|päiväraja*|limit wysyłki|limit wysyłanych|limit wysłanych|limit wiadomości|dzienny limit|godzinowy limit|limit dzienny|liczba wiadomości|liczbę wiadomości|limit odesílání|limit odeslaných|denní limit|hodinový limit|počet zpráv|denný limit|küldési limit|küldési korlát|napi limit|limita de trimitere|limită zilnică|limita zilnică|dnevno ograničenje|dnevni limit
лимит отправки|лимит на отправку|лимит писем|лимит сообщений|дневной лимит|суточный лимит|часовой лимит|квота отправки|количество писем|количество сообщений|число писем|ліміт відправлення|ліміт листів|добовий ліміт|όριο αποστολής|ημερήσιο όριο|gönderim limit*|gönderme limit*|günlük limit*|saatlik limit*|günlük gönderim|saatlik gönderim
`;

const EXCEEDED = `
exceeded|exceeds|exceed|exceeding|exceeded by|surpassed|reached|reaches|been hit|hit the|hit your|over the|over your|over its|used up|exhausted|overquota|over quota|has been met|too high|is allowed|are allowed|allowed|out of|above
überschritten|erreicht|überschreitet|aufgebraucht|ausgeschöpft|dépassé|dépassée|dépassés|atteint|atteinte|excedido|excedida|superado|superada|alcanzado|alcanzada|excedeu|atingido|atingida|atingiu|superato|superata|raggiunto|raggiunta|overschreden|bereikt|överskriden|överskridits|uppnåtts|nått|overskredet|nået|nådd|ylitetty|ylittynyt|saavutettu|przekroczono|przekroczony|przekroczona|osiągnięto|osiągnięty|przekroczyłeś|překročen*|dosažen*|prekročen*|túllépte|túllépve|elérte|depășit*|atins|premašen*|dosegnut*|превышен*|превысил*|исчерпан*|достигнут*|перевищен*|вичерпан*|υπέρβαση|ξεπεράσ*|aşıldı|aştınız|aşmış|doldu
`;

/** Whose storage or whose arrivals are meant: then the limit is the recipient's. */
const NOT_SENDING =
  /receiving (?:e-?mail|mail|messages)|mailbox size|message size|size limit|storage|disk|inbox is|attachment|hop|line length|header/;

/** A limit beside "exceeded", "reached" and the like, in the languages of the common providers. */
export const LIMIT_REACHED = pairFinder(SENDING_LIMIT, EXCEEDED, NOT_SENDING);

/** Fixed sentences about a sender's limit or speed. */
export const LIMIT = phraseFinder(`
max emails per hour|max defers and failures|maximum emails per hour|emails per hour|messages per hour|mails per hour|recipients per hour|emails per day|messages per day|mails per day|recipients per day|rcpts per|messages per minute|emails per minute|messages per second|recipients per minute|per 24 hours|24-hour sending|24 hour sending|in the last 24 hours|within 24 hours|in the last hour|in last hour|in the last 60|in last 60|in the past hour|only … messages per|only … emails per
too many messages|too many emails|too many e-mails|too many mails|too many sent messages|too many recipients|too many rcpts|too many smtp|too many connections|too many concurrent|too many simultaneous|too many parallel|too many sessions|too many login|too many logins|too many log in|too many auth*|too many invalid|too many unknown|too many bad|too many failed|too many errors|too many requests|too many transactions|too many deliveries|too much mail from|sent too many|sends too many|sending too many|sending too much|sending too fast|sending mail too|sending messages too|sending emails too|too fast|slow down|throttl*|rate limited|rate-limited|ratelimited|unusual rate|unusual sending activity|unusual sending|unusual number of|high volume of|volume limit|sending rate|message rate limit|rate overquota|quota reset|quota will reset|submissionquotaexceeded*|submissionquota*|refusequota|recipientratelimit*|recipient rate limit|message recipients|reached your daily|reached a limit for sending|reached the limit for sending|limit for sending mail|exceeded the limit for sending|reached your sending|sending limit|sending quota|mail send limit|tenant has exceeded|exceeded hour limit|sent more than|sent the maximum|maximum sending rate|throttling failure|concurrent connections|maximum credits|credits exceeded|insufficient credits|out of credits|no credits left
zu viele nachrichten|zu viele e-mails|zu viele mails|zu viele empfänger|zu viele verbindungen|zu viele anmeldeversuche|zu schnell|pro stunde|pro tag|trop de messages|trop d'e-mails|trop d'emails|trop de mails|trop de destinataires|trop de connexions|par heure|par jour|demasiados mensajes|demasiados correos|demasiados destinatarios|demasiadas conexiones|por hora|por día|al día|troppi messaggi|troppe email|troppe e-mail|troppi destinatari|troppe connessioni|all'ora|al giorno|muitas mensagens|muitos e-mails|muitos destinatários|muitas conexões|por dia|te veel berichten|te veel e-mails|te veel mails|te veel ontvangers|te veel verbindingen|per uur|per dag|för många meddelanden|för många mottagare|per timme|per dygn|for mange beskeder|for mange meldinger|for mange modtagere|for mange mottakere|pr. time|per time|liian monta viestiä|zbyt wiele wiadomości|za dużo wiadomości|zbyt wielu odbiorców|na godzinę|na dobę|příliš mnoho zpráv|příliš mnoho příjemců|za hodinu|za den|túl sok üzenet|túl sok levél|óránként|naponta|prea multe mesaje|prea mulți destinatari|pe oră|pe zi|previše poruka|слишком много писем|слишком много сообщений|слишком много получателей|слишком много соединений|в час|в сутки|забагато листів|на годину|на добу|πάρα πολλά μηνύματα|çok fazla ileti|çok fazla e-posta|çok fazla mesaj|çok fazla alıcı
发信频率|发送频率|发信超限|发送超限|发信量|发送数量|发信数量|发信限制|发送限制|每小时|每天发送|每日发送|超过发送|超出发送|發信頻率|發送頻率|發信限制|每小時|送信制限|送信数|送信上限|送信回数|送信件数|発信制限|1時間あたり|1日あたり|발송 한도|발송 제한|발송 건수|발송량|전송 한도|전송 제한|시간당|일일 발송|하루 발송|ส่งเกิน|gửi quá|giới hạn gửi|batas pengiriman|terlalu banyak pesan|terlalu banyak email
`);

/** The recipient takes too much, or its mailbox is full: the words are near those of a sender's limit. */
export const RECIPIENTS_LIMIT =
  /receiving (?:e-?mail|mail|messages)|(?:user|recipient) (?:you are trying|has exceeded (?:their|its) message rate|has too many messages)|too many messages in (?:the |this |his |her |their )?(?:mailbox|inbox|folder|account)|recipient(?:'s|s)? per hour|message receive limit|mailbox (?:size|full|is full)|disk (?:quota|full|space)|storage/;

/** Somebody's right to send was taken away. Who, is left open: see `OWN_ACCOUNT`. */
export const SUSPENDED = phraseFinder(`
account … suspended|account suspended|account … disabled|account disabled|account … locked|account locked|account … blocked|account blocked|account … deactivated|account … terminated|account … restricted|account … banned|account … frozen|account … on hold|account … compromised|account … under review|user … suspended|user … disabled|user … blocked|user … restricted|mailbox … suspended|mailbox … blocked|mailbox … disabled|mailbox … restricted|domain … suspended|domain … blocked|domain … disabled|service … suspended|subscription … expired|subscription … suspended|license … expired|trial … expired|plan … expired|account is not active|account not active|account is inactive|account expired|account … expired
konto … gesperrt|konto … deaktiviert|postfach … gesperrt|compte … suspendu|compte … bloqué|compte … désactivé|cuenta … suspendida|cuenta … bloqueada|cuenta … desactivada|conta … suspensa|conta … bloqueada|account … sospeso|account … bloccato|casella … sospesa|account … geblokkeerd|account … opgeschort|kontot … spärrat|konto … zablokowane|konto … zawieszone|účet … zablokován|účet … pozastaven|fiók … felfüggeszt*|cont … suspendat|аккаунт … заблокирован|ящик … заблокирован|учетная запись … заблокирована|hesab … askıya|账号被封|帐号被封|账号已冻结|アカウントが停止|アカウントは停止|계정이 정지|계정이 차단
`);

/** Sentences that can only mean the sender's own right to send. */
export const SENDING_STOPPED = phraseFinder(`
sending … suspended|sending … disabled|sending … blocked|sending … paused|sending paused|sending … restricted|sending … turned off|sending … not enabled|sending is not allowed for|outgoing … suspended|outgoing … disabled|outgoing … blocked|email outgoing blocked|outgoing mail from|outbound … suspended|outbound … disabled|outbound … blocked|smtp … disabled|smtp … suspended|blocked from sending|restricted from sending|prevented from sending|suspended from sending|banned from sending|disabled from sending|sender … suspended|sender … disabled|bad outbound sender|banned sender|sending privileges|sending of mail … blocked|mailing … suspended|account … blocked from sending|not enabled for sending|cannot send mail from this account|your account … suspended|your account … disabled|your account … blocked|your account … locked|your account … restricted|your account … compromised|your mailbox … blocked|your mailbox … suspended|verdict is suspend*|showtierupgrade|hipsend|traffic not accepted from this ip|client blocked from sending|spam abuse detected|account verification … required|domain … is not allowed to send|is disabled for sending
versand … gesperrt|versand … deaktiviert|ihr konto … gesperrt|ihr postfach … gesperrt|envoi … bloqué|envoi … suspendu|votre compte … bloqué|votre compte … suspendu|envío … bloqueado|envío … suspendido|su cuenta … suspendida|su cuenta … bloqueada|invio … bloccato|invio … sospeso|envio … bloqueado|envio … suspenso|verzenden … geblokkeerd|wysyłanie … zablokowane|wysyłka … zablokowana|odesílání … zablokováno|отправка … заблокирована|отправка … запрещена|отправка писем … ограничена|gönderim … engellen*|禁止发信|发信被禁|已被禁止发信|送信が停止|送信を停止|발송이 차단|발송이 정지
`);

/** A provider's own filter of what leaves. */
export const OUTBOUND_SPAM = phraseFinder(`
outbound spam|outboundspam*|outgoing spam|spam … outgoing|outbound … spam|outgoing … spam|as(42*|outgoing message … spam|considered spam … not sent|looks like spam and was not sent|unsolicited email originating from your|you are sending spam|sending spam|sends spam|sent spam|spam sent from|spam was sent|suspicion of spam|suspected spam|spam from your|spam from this account
`);

/** Generic words of a filter; at one's own server they speak of what one sends. */
export const SPAM = phraseFinder(`
spam|spammy|junk|junk mail|unsolicited|unwanted mail|phishing|uribl|surbl|spamassassin|bulk email|bulk mail|high probability of spam|suspicious link|suspicious url|suspicious content|url … blocked|content filter|spamverdacht|als spam|unerwünscht*|pourriel|indésirable*|correo no deseado|como spam|posta indesiderata|indesejad*|ongewenst*|skräppost|søppelpost|roskapost*|niechcian*|nevyžádan*|nevyžiadan*|kéretlen|nesolicitat*|спам*|ανεπιθύμητ*|istenmeyen|ספאם|דואר זבל|بريد مزعج|垃圾邮件|垃圾郵件|迷惑メール|スパム|스팸|สแปม|thư rác
`);

/** The server does not carry mail for whoever asks. */
export const RELAY = phraseFinder(`
relay access denied|relaying denied|relay denied|relay not permitted|relaying not permitted|relaying not allowed|relay not allowed|relaying disallowed|relay disallowed|relaying prohibited|relay prohibited|unable to relay|cannot relay|can't relay|not permitted to relay|not allowed to relay|we do not relay|do not relay|does not relay|no relaying|relay refused|relay rejected|open relay|relayed mail|not authorized to relay|relaying temporarily denied|relaying mail to|not a gateway|non-local recipient|external relay|non-accepted domain|not listed as a local
kein relay|relay verweigert|relais refusé|relais non autorisé|relay no permitido|relay non consentito|relay niet toegestaan|релей запрещен|ретрансляция запрещена
`);

/** The address or the client that sends is not accepted. */
export const SENDER_NOT_ACCEPTED = phraseFinder(`
sender address rejected|sender rejected|sender refused|sender denied|sender not allowed|sender is not|sender unknown|invalid sender|bad sender|sender verify failed|sender verification|not owned by|send as this sender|permissions to send as|sendasdenied|not allowed to send as|not authorized to send from|not authorised to send from|not authorized to send on behalf|not permitted to send from|not allowed in header from|from address … not|from header … not|address is not verified|email address is not verified|identities failed the check|sender identity|unverified sender|not a verified sender|unregistered domain*|unregistered sender|authorized recipients|sandbox subdomains|envelope sender|mail from … not allowed|helo command rejected|invalid helo
`);

/** A login is missing or was refused, wherever it is said. */
export const LOGIN = phraseFinder(`
authentication required|authentication is required|must authenticate|must be authenticated|requires authentication|please authenticate|please log in|please login|not logged in|not authenticated|was not authenticated|client was not authenticated|authenticate first|log in first|smtp auth required|auth required|need to authenticate|authentication failed|authentication unsuccessful|invalid credentials|username and password not accepted|anmeldung erforderlich|authentifizierung erforderlich|authentification requise|autenticación requerida|autenticazione richiesta|autenticação necessária|требуется авторизация|требуется аутентификация
`);

/**
 * What a report says of its sender's own provider. In a report the server of the recipient speaks as well, so only sentences count that a
 * provider says of those who send through it.
 */
export const REPORTED_LIMIT = phraseFinder(`
reached a limit for sending|limit for sending mail|daily user sending|daily smtp relay|reached your daily limit for message recipients|max emails per hour|max defers and failures|submissionquota*|refusequota|tenant has exceeded|tenant exceeded|24-hour sending limit|domain sending quota|user sending quota|sender sending quota|exceeded your sending|exceeded its sending|reached your sending|reached your hourly|reached your daily sending|quota for sending|sending limit for this user|throttling failure|exceeded outgoing
`);
export const REPORTED_STOP = phraseFinder(`
bad outbound sender|email outgoing blocked|outgoing mail from … suspended|sending paused|showtierupgrade|verdict is suspend*|spam abuse detected|client blocked from sending|traffic not accepted from this ip
`);
export const REPORTED_SPAM = phraseFinder(`
outbound spam|outboundspam*|outgoing spam|as(42*
`);
