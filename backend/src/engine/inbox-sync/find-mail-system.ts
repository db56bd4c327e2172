import { headerOf, type ParsedMail } from './parsed-mail';
import { comparable } from './phrase-finder';

const DAEMON_ADDRESS =
  /^(?:mailer[-._ ]?daemon|post[-._ ]?master|postmast|post[-._]?office|e?mail[-._]?(?:gateway|filter|guard|scanner|security|router|relay|admin(?:istrator)?|server|delivery|system|notification|robot|bot)s?|spam[-._]?(?:filter|gateway)|mail-?daemon|mdaemon|maildelivery|mail-?delivery|mail[._-]?system|bounces?|bounced|double-bounce|mail-?er|microsoftexchange[0-9a-f]*|exchange|systemadmin|antispam|mailsystem|abuse-?report|non-?delivery|ndr|dsn|mailerdaemon|mail-?gateway|mail-?server|mail-?admin|mailmaster|quarantine|noreply-?bounce|delivery-?(?:status|report|notification|failure)s?|returned-?mail|undeliver(?:ed|able)|mmdf|smtp-?(?:daemon|server|gateway)|mta|mx)(?:[-+=_.@]|$)/;
const DAEMON_NAME =
  /mail(?:er)?[ -]?(?:delivery|daemon|system|server|administrator|router|gateway)|delivery (?:subsystem|system|status|service|notification|agent|failure)|postmaster|system administrator|mail administrator|microsoft outlook|microsoft exchange|internet mail|message transfer|systemadministrator|mail ?service|e-?mail (?:system|service|server|gateway|security|delivery)|mail (?:robot|relay|filter|security|transport|transfer)|transport agent|(?:spam|mail|e-?mail) ?(?:firewall|filter|blocker|cleaner)|undelivered|undeliverable|returned mail|bounce|systeembeheer|systemadministrat|administrador del? (?:sistema|correo)|administrador do sistema|amministratore (?:di sistema|del sistema|di posta)|administrateur (?:du )?système|administrateur de (?:la )?messagerie|järjestelmänvalvoja|postipalvelin|správce (?:systému|pošty)|správca (?:systému|pošty)|rendszergazda|administrator (?:systemu|poczty|sistema|sistemului)|sistem yöneticisi|системный администратор|администратор|адміністратор|διαχειριστής|مدير النظام|מנהל המערכת|システム管理者|系統管理員|quản trị|administrator sistem|zustell|mailsystem|administrateur système|système de messagerie|remise|sistema de correo|sistema de entrega|servidor de correo|administrador del sistema|entrega|servizio di posta|sistema di posta|recapito|sistema de e-?mail|postsystem|e-?postsystem|mailsysteem|postijärjestelmä|system pocztow|poczt[ay]|poštovní|poštový|levelezőrendszer|levelező|sistem(?:ul)? de mail|система доставки|почтовая система|почтовый|поштов|пощенск|почтовый робот|служба доставки|σύστημα|posta sunucusu|posta sistemi|מערכת הדואר|نظام البريد|邮件系统|邮件服务器|系统管理员|郵件系統|退信|メールシステム|メールサーバ|配信|메일 시스템|메일시스템|시스템 관리자/;

export interface MailSystemEvidence {
  /** The words of the mail. */
  text: string;
  /** An empty return path alone is weak: responders of people send with one too (RFC 3834). */
  isSure: boolean;
}

/** Whether an address is one that mail systems write from. */
export function isDaemonAddress(address: string): boolean {
  return DAEMON_ADDRESS.test(address);
}

/** Evidence that a machine of the mail system wrote a mail: headers that only reports have, its sender, its empty return path. */
export function findMailSystem(mail: ParsedMail): MailSystemEvidence | null {
  const sure = (text: string): MailSystemEvidence => ({ text, isSure: true });
  if (headerOf(mail, 'x-failed-recipients')) return sure('X-Failed-Recipients');
  if (/report-type\s*=\s*"?delivery-status/i.test(headerOf(mail, 'content-type')))
    return sure('report-type=delivery-status');
  if (mail.headers.has('x-ms-exchange-message-is-ndr')) return sure('X-MS-Exchange-Message-Is-Ndr');
  if (/auto-generated\s*\(\s*failure/i.test(headerOf(mail, 'auto-submitted')))
    return sure('Auto-Submitted: auto-generated (failure)');
  const address = mail.from?.address ?? '';
  if (isDaemonAddress(address)) return sure(`From: ${address}`);
  const name = comparable(mail.from?.name ?? '', 200);
  if (DAEMON_NAME.test(name)) return sure(`From: ${mail.from!.name}`);
  // "From: MAILER-DAEMON" and "From: <>" have no address.
  const from = comparable(headerOf(mail, 'from'), 200);
  if (
    !address.includes('@') &&
    (/^"?"?\s*<\s*>$/.test(from) || isDaemonAddress(from.replace(/^[<"\s]+/, '')) || DAEMON_NAME.test(from))
  )
    return sure(`From: ${from}`);
  if (address === '' && name === '' && from === '') return sure('no From');
  if (/^<\s*>$/.test(headerOf(mail, 'return-path').trim())) return { text: 'Return-Path: <>', isSure: false };
  // A sender that takes no answers, or a mail that says it was generated, may be a gateway that reports.
  if (
    /^(?:no|do|please|ne|nicht|non)[-_.]?(?:t[-_.]?|not[-_.]?|pas[-_.]?)?(?:reply|repondre|antwort\w{0,4}|responder?|rispondere)(?:[-+_.@]|$)/.test(
      address,
    )
  )
    return { text: `From: ${address}`, isSure: false };
  if (
    /^(?:admin|administrator|root|system|hostmaster|webmaster|server|notifications?|notify|alerts?|daemon|network|netadmin|sysadmin|it-?support|email|mail|smtp[0-9]*|mx[0-9]+|mta[0-9]+|relay[0-9]*|gateway|filter|firewall|spamfilter|robot|service)(?:[-+_.@]|$)/.test(
      address,
    )
  )
    return { text: `From: ${address}`, isSure: false };
  if (/auto-generated/i.test(headerOf(mail, 'auto-submitted')))
    return { text: 'Auto-Submitted: auto-generated', isSure: false };
  return null;
}
