/** `On … wrote:` in the languages of the common mail programs: the word for writing, near the end of the line. */
export const WROTE =
  /(?:wrote|writes|schrieb|schreibt|geschrieben|a écrit|a ecrit|écrit|écrivait|escribió|escribio|escribe|ha scritto|scrive|scrisse|escreveu|escrebeu|schreef|heeft geschreven|geschreven|skrev|skreiv|skriver|kirjoitti|napisał\(?a?\)?|napisała|pisze|napsal\(?a?\)?|napsala|napísal\(?a?\)?|írta|ezt írta|a scris|написал\(?а?\)?|пишет|написала|писал|пише|написав|έγραψε|yazdı|şunları yazdı|כתב|כתבה|מאת|كتب|va escriure|ha escrit|rašė|kirjutas|rakstīja|je napisao|je napisala|je napisal|skrifaði|viết|menulis|写道|寫道|のメール|さんは書きました|님이 작성|작성)/iu;

/** The same, as the last word of a line without a colon. */
export const WROTE_AT_END = new RegExp(`(?:${WROTE.source})[\\s.…]{0,3}$`, 'iu');

/** How an attribution begins: a preposition of time, a weekday, a date, or a name with its address. */
export const BEGINS_ATTRIBUTION =
  /^[*_"'«„“[(]{0,2}(?:(?:on|am|le|el|il|il giorno|em|op|den|dne|dňa|dnia|w dniu|pe|på|à|a|ha|στις|в|у|vào|pada|kl)[ ,]|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|jue|vie|sáb|sab|dom|gio|seg|ter|qua|qui|sex|ma|wo|vr|za|zo|tis|ons|tor|lör|sön|man|tir|lør|søn|pon|wt|śr|czw|pt|niedz|po|út|ut|st|čt|pá|ne|пн|вт|ср|чт|пт|сб|вс|нд|paz|pzt|sal|çar|per|cum|cmt)[a-zà-žа-я]{0,10}[., ]|\d{1,4}[.\-/年 ]|[^<>@]{1,80}<[^<>\s]{3,100}@[^<>\s]{3,100}>)/iu;

/** Labels of a quoted header block, in the languages of the common mail programs. */
const LABELS: Record<'from' | 'other', string> = {
  from: 'from|von|de|da|van|från|fra|lähettäjä|od|von:|от|от кого|від|από|kimden|gönderen|מאת|من|发件人|寄件者|差出人|送信者|보낸 사람|od kogo|expéditeur|remitente|mittente|feladó|expeditor|saatja|pengirim|từ',
  other:
    'sent|date|to|cc|subject|gesendet|datum|an|betreff|kopie|envoyé|envoyé le|à|objet|copie|enviado|enviado el|enviada em|fecha|para|asunto|assunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|kopia|sendt|til|emne|lähetetty|päivämäärä|vastaanottaja|aihe|kopio|wysłano|do|temat|dw|odesláno|komu|předmět|předmet|datum odeslání|отправлено|дата|кому|тема|копия|копія|надіслано|στάλθηκε|προς|θέμα|tarih|kime|konu|küldve|címzett|tárgy|trimis|către|subiect|发送时间|收件人|主题|日期|抄送|寄件日期|收件者|主旨|送信日時|宛先|件名|日時|보낸 날짜|받는 사람|제목|날짜|reply-to|נשלח|אל|נושא|תאריך|تاريخ|إلى|الموضوع|dikirim|kepada|subjek|ngày|đến|chủ đề',
};

const label = (names: string): RegExp =>
  new RegExp(`^[\\s>]{0,10}[*_]{0,2}(?:${names})[*_]{0,2}[ \\t\\u00a0]?[*_]{0,2}[:：]`, 'iu');

/** `From: …`, the beginning of a quoted header block. */
export const FROM_LABEL = label(LABELS.from);
/** Its other lines. */
export const OTHER_LABEL = label(LABELS.other);

/** `-----Original Message-----` and its like, without the dashes. */
export const ORIGINAL_MESSAGE =
  /^(?:original message|original appointment|forwarded message|forwarded by|begin forwarded message|ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht|anfang der weitergeleiteten|message d'origine|message original|message transféré|message initial|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato|mensagem original|mensagem encaminhada|mensagem reencaminhada|oorspronkelijk bericht|origineel bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig meddelelse|videresendt meddelelse|opprinnelig melding|videresendt melding|alkuperäinen viesti|välitetty viesti|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|původní zpráva|přeposlaná zpráva|pôvodná správa|eredeti üzenet|mesaj original|mesajul original|исходное сообщение|пересылаемое сообщение|переадресованное|оригінальне повідомлення|αρχικό μήνυμα|özgün ileti|orijinal mesaj|iletilen mesaj|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|原始邮件|原始郵件|转发的邮件|元のメッセージ|転送メッセージ|원본 메시지|원본 메일|전달된 메시지|pesan asli|thư gốc|missatge original)/iu;

/** What phones and apps put under a mail. */
export const DEVICE_SIGNATURE =
  /^(?:sent from|sent via|sent with|get outlook for|sent by|von meinem|gesendet von|gesendet mit|envoyé de|envoyé depuis|envoyé à partir|enviado desde|enviado do|enviado de|enviado a partir|inviato da|verstuurd vanaf|verzonden vanaf|verzonden met|skickat från|skickades från|sendt fra|lähetetty|wysłane z|wysłano z|odesláno z|odoslané z|elküldve|trimis de pe|отправлено с|отправлено из|надіслано з|iphone'umdan|iphone'dan gönderildi|נשלח מ|أرسلت من|发自我的|從我的|iphoneから送信|나의 iphone에서|dikirim dari|được gửi từ|yahoo mail|outlook for|télécharger outlook|holen sie sich outlook|obtener outlook|scarica outlook|ottieni outlook|obter o outlook|outlook voor|hämta outlook)/iu;

/** Words that close a letter, alone on their line. */
export const CLOSING =
  /^(?:(?:with )?(?:my |our )?(?:very )?(?:best|kind|kindest|warm|warmest|sincere)(?: and warm)? (?:regards|wishes)|all the best|regards|rgds|brgds|best|cheers|thanks|thank you|many thanks|thx|sincerely|yours(?: sincerely| truly| faithfully)?|br|kr|viele grüße|viele grüsse|mit freundlichen grüßen|mit freundlichen grüssen|freundliche grüße|freundliche grüsse|beste grüße|liebe grüße|schöne grüße|herzliche grüße|grüße|gruß|gruss|mfg|vg|lg|cordialement|bien cordialement|bien à vous|salutations(?: distinguées)?|sincères salutations|saludos|un saludo|saludos cordiales|atentamente|atte|cordialmente|cordiali saluti|distinti saluti|saluti|un saluto|atenciosamente|cumprimentos|melhores cumprimentos|abraço|abraços|met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groeten|groet|mvg|med vänlig hälsning|med vänliga hälsningar|vänliga hälsningar|hälsningar|mvh|med venlig hilsen|venlig hilsen|vennlig hilsen|med vennlig hilsen|hilsen|ystävällisin terveisin|terveisin|pozdrawiam|z poważaniem|z wyrazami szacunku|s pozdravem|s pozdravom|üdvözlettel|cu stimă|с уважением|с наилучшими пожеланиями|з повагою|με εκτίμηση|saygılarımla|iyi çalışmalar|よろしくお願いいたします|以上|此致|敬礼|감사합니다)[,.!\s]*$/iu;
