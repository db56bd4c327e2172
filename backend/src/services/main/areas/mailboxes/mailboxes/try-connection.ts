import { knownRefusal } from '@skein/contracts/mail-refusals';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import type { ConnectionRules, MailServer } from '../../../../../platform/mail/mail-server';
import { type ImapFailure, openImap } from '../../../../../platform/mail/open-imap';
import { type SmtpFailure } from '../../../../../platform/mail/smtp-failure';
import { openConnection } from '../../../../../platform/mail/submit-mail';

type Result = ConnectionReport['smtp'];
const fine: Result = { ok: true, code: 'OK', server_reply: null, cause: null, fix: null, link: null };

/** Logs in at both servers at the same time and says what each answered, in its own words. Never throws for what a server does. */
export async function tryConnection(
  servers: { smtp: MailServer; imap: MailServer },
  rules: ConnectionRules,
): Promise<ConnectionReport> {
  const [smtp, imap] = await Promise.all([trySmtp(servers.smtp, rules), tryImap(servers.imap, rules)]);
  return { smtp, imap };
}

async function trySmtp(server: MailServer, rules: ConnectionRules): Promise<Result> {
  try {
    const connection = await openConnection(server, rules);
    connection.quit();
    connection.close();
    return fine;
  } catch (error) {
    const failure = error as SmtpFailure;
    return explain('SMTP', server, failure.failureClass === 'credentials', failure.message);
  }
}

async function tryImap(server: MailServer, rules: ConnectionRules): Promise<Result> {
  try {
    const client = await openImap(server, rules);
    await client.logout().catch(() => client.close());
    return fine;
  } catch (error) {
    const failure = error as ImapFailure;
    return explain('IMAP', server, failure.failureClass === 'credentials', failure.message);
  }
}

/** Cause and way out in plain words, beside the server's own reply. */
export function explain(
  protocol: 'SMTP' | 'IMAP',
  server: Pick<MailServer, 'host' | 'port'>,
  isCredential: boolean,
  reply: string,
): Result {
  const where = `${server.host}:${server.port}`;
  if (/would send the password over the internet unencrypted/.test(reply))
    return {
      ok: false,
      code: 'CONNECTION',
      server_reply: reply,
      cause: `Without encryption everybody between here and ${where} could read the password, so nothing was sent.`,
      fix: `Choose ${protocol === 'SMTP' ? 'SSL with port 465 or TLS with port 587' : 'SSL with port 993 or TLS with port 143'} as ${protocol} security.`,
      link: null,
    };
  const encryption = explainEncryption(where, reply);
  if (encryption) return { ok: false, code: 'CONNECTION', ...encryption, link: null };
  const known = knownRefusal(reply);
  if (known)
    return {
      ok: false,
      code: isCredential ? 'CREDENTIALS' : 'CONNECTION',
      server_reply: reply,
      cause: known.cause,
      fix: known.fix,
      link: known.link,
    };
  if (isCredential) {
    return {
      ok: false,
      code: 'CREDENTIALS',
      server_reply: reply,
      cause: `${where} does not accept this user name and password.`,
      fix: 'Check the user name, and use an app password where the provider asks for one.',
      link: null,
    };
  }
  const words = reply.toLowerCase();
  const [cause, fix] = words.includes('not a public address')
    ? [`${server.host} is a private address.`, 'Use the public host name of your mail provider.']
    : words.includes('enotfound') || words.includes('getaddrinfo')
      ? [`${server.host} does not exist in DNS.`, 'Check the spelling of the host.']
      : words.includes('econnrefused') || words.includes('refused')
        ? [
            `Nothing answers at ${where}.`,
            `Check the port: ${protocol === 'SMTP' ? '465 with SSL, 587 with TLS' : '993 with SSL'} are usual.`,
          ]
        : words.includes('timeout') || words.includes('timed out') || words.includes('greeting never')
          ? [`${where} did not answer in time.`, 'Check host and port; a firewall may block them.']
          : words.includes('certificate') || words.includes('self-signed') || words.includes('altname')
            ? [
                `The certificate of ${server.host} is not valid for it.`,
                'Use the host name that the provider publishes.',
              ]
            : [
                `${protocol} login at ${where} failed.`,
                'Check host, port and security; the reply of the server is all that is known.',
              ];
  return { ok: false, code: 'CONNECTION', server_reply: reply, cause, fix, link: null };
}

/** Stands for the TLS library's words, and is recognised when it is read again from the row of the mailbox. */
const plainAnswer = 'The answer to the start of TLS was plain text (wrong version number).';
const noEncryption = 'The server does not offer encryption here';
const chooseNone = 'Choose None as security, or another port.';

/**
 * The ways in which security and port miss each other; null when it is something else. A TLS library's own words about bytes that are no TLS say
 * nothing to a person, so a sentence stands for them. Never a certificate: that one is told with its name.
 */
function explainEncryption(where: string, reply: string): Pick<Result, 'server_reply' | 'cause' | 'fix'> | null {
  if (/certificate|self-signed|altname/i.test(reply)) return null;
  // Our own prefix (smtp-failure.ts) names the command that was refused.
  if (/^STARTTLS: 4/.test(reply))
    return { server_reply: reply, cause: `${where} cannot encrypt at the moment.`, fix: 'Try again in a few minutes.' };
  if (/^STARTTLS: /.test(reply) || /server does not support STARTTLS/i.test(reply))
    return { server_reply: reply, cause: `${noEncryption}: ${where} refuses STARTTLS.`, fix: chooseNone };
  if (/wrong version number|ssl routines|record layer|packet length too long|unknown protocol|:ssl3?_/i.test(reply))
    return { server_reply: plainAnswer, cause: `${noEncryption}: ${where} answers in plain text.`, fix: chooseNone };
  if (/starttls/i.test(reply) || /^538\b|encryption required/i.test(reply))
    return {
      server_reply: reply,
      cause: `${where} asks for encryption before the login.`,
      fix: 'Choose TLS as security, or SSL with its own port.',
    };
  return null;
}
