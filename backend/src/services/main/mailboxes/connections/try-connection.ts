import type { ImapFlow } from 'imapflow';
import { judgeFailure } from '#engine/bounces/judge-failure';
import { knownRefusal } from '@skein/contracts/mail-refusals';
import type { ConnectionReport } from '@skein/contracts/main/mailbox-views';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import { batches, fetchSources } from '#platform/mail/fetch-sources';
import { imapFailure, type ImapFailure, openImap } from '#platform/mail/open-imap';
import { nextUidOf, uidsFrom, uidValidityOf } from '#platform/mail/search-folder';
import { SmtpFailure } from '#platform/mail/smtp-failure';
import { openConnection, submitMail } from '#platform/mail/submit-mail';

type Result = ConnectionReport['smtp'];
const fine: Result = { ok: true, code: 'OK', server_reply: null, cause: null, fix: null, link: null };

/**
 * Uses both servers at the same time as sending and reading will, and says what each answered, in its own words. Never throws for what a
 * server does. @param from the mailbox's address, as which it must be able to send
 */
export async function tryConnection(
  servers: { smtp: MailServer; imap: MailServer },
  rules: ConnectionRules,
  from?: string,
): Promise<ConnectionReport> {
  const [smtp, imap] = await Promise.all([trySmtp(servers.smtp, rules, from), tryImap(servers.imap, rules)]);
  return { smtp, imap };
}

async function trySmtp(server: MailServer, rules: ConnectionRules, from?: string): Promise<Result> {
  try {
    if (from) await beginEmail(server, rules, from);
    else await logIn(server, rules);
    return fine;
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const verdict = judgeFailure(error);
    if (verdict.kind === 'MAILBOX') return explain('SMTP', server, error.failureClass === 'credentials', error.message);
    // A limit that is reached, a busy server or a recipient that is refused are no fault of the connection.
    const isSenderRefused = verdict.kind === 'SENDER' && lastingRefusals.has(verdict.sender.cause);
    return isSenderRefused ? explain('SMTP', server, false, `${sendingRefused}${error.message}`) : fine;
  }
}

async function logIn(server: MailServer, rules: ConnectionRules): Promise<void> {
  const connection = await openConnection(server, rules);
  connection.quit();
  connection.close();
}

/** Ends an email before its final dot: nothing is sent (RFC 5321, 4.1.1.4). */
class BeforeTheDot extends Error {}

/**
 * Says everything that sending an email says, but for its end: some servers accept a login and refuse its address as the sender.
 * @throws SmtpFailure
 */
async function beginEmail(server: MailServer, rules: ConnectionRules, from: string): Promise<void> {
  try {
    await submitMail({
      server,
      rules,
      envelope: { from, to: [from], envelopeId: 'connection-test' },
      content: Buffer.from(`From: <${from}>\r\nTo: <${from}>\r\nSubject: Connection test\r\n\r\n`),
      beforeFinalDot: () => Promise.reject(new BeforeTheDot()),
    });
  } catch (error) {
    if (!(error instanceof BeforeTheDot)) throw error;
  }
}

/** Refusals of the sender that do not pass by themselves. */
const lastingRefusals: ReadonlySet<string> = new Set(['RELAY', 'SENDER_REFUSED', 'SUSPENDED']);
/** Precedes the server's words when the login worked and the sender was refused. */
const sendingRefused = 'Sender refused: ';

/**
 * Precedes the server's words when the login worked and INBOX could not be read, and is recognised when they are read
 * again from the mailbox's row.
 */
const inboxRefused = 'INBOX: ';

async function tryImap(server: MailServer, rules: ConnectionRules): Promise<Result> {
  try {
    const client = await openImap(server, rules);
    try {
      const isEmpty = !(await readNewest(client));
      return isEmpty ? { ...fine, cause: 'INBOX opens and is empty, so there was no email to read.' } : fine;
    } catch (error) {
      return explain('IMAP', server, false, `${inboxRefused}${imapFailure(error as Error).response}`);
    } finally {
      await client.logout().catch(() => client.close());
    }
  } catch (error) {
    const failure = error as ImapFailure;
    return explain('IMAP', server, failure.failureClass === 'credentials', failure.message);
  }
}

/** Opens INBOX and reads its newest email by the same commands as the inbox sync. @returns false when it is empty */
async function readNewest(client: ImapFlow): Promise<boolean> {
  await client.list();
  const lock = await client.getMailboxLock('INBOX');
  try {
    await uidValidityOf(client, 'INBOX');
    const next = await nextUidOf(client);
    const newest = (await uidsFrom(client, next > 1n ? next - 1n : 1n)).at(-1) ?? (await uidsFrom(client, 1n)).at(-1);
    if (newest === undefined) return false;
    for await (const batch of batches(client, [newest])) {
      const refused: unknown[] = [];
      await fetchSources(client, batch, (_uid, error) => refused.push(error));
      if (refused.length > 0)
        throw refused[0] instanceof Error ? refused[0] : new Error('The server did not send the newest email');
    }
    return true;
  } finally {
    lock.release();
  }
}

/** Cause and remedy in plain words, next to the server's own reply. */
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
      cause: `Without encryption, anyone between here and ${where} could read the password, so nothing was sent.`,
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
  if (reply.startsWith(sendingRefused))
    return {
      ok: false,
      code: 'CONNECTION',
      server_reply: reply,
      cause: `The login works, but ${where} does not send emails from this address.`,
      fix: 'Check that the address belongs to this user name, or that your provider lets it send as this address.',
      link: null,
    };
  if (reply.startsWith(inboxRefused))
    return {
      ok: false,
      code: 'CONNECTION',
      server_reply: reply,
      cause: `The login works, but INBOX cannot be read at ${where}.`,
      fix: 'Check at your provider that IMAP access is on for this mailbox and that its storage is not blocked.',
      link: null,
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
  const [cause, fix] = explainConnection(protocol, server, reply);
  return { ok: false, code: 'CONNECTION', server_reply: reply, cause, fix, link: null };
}

/** Why no server was reached, and the way out. */
function explainConnection(
  protocol: 'SMTP' | 'IMAP',
  server: Pick<MailServer, 'host' | 'port'>,
  reply: string,
): [cause: string, fix: string] {
  const where = `${server.host}:${server.port}`;
  const words = reply.toLowerCase();
  return words.includes('not a public address')
    ? [
        `${server.host} is a private address.`,
        'Use the public host name of your mail provider. A server inside the network of this installation has to be allowed by its operator (MAIL_PRIVATE_HOSTS).',
      ]
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
}

/** Stands for the TLS library's words, and is recognised when it is read again from the row of the mailbox. */
const plainAnswer = 'The answer to the start of TLS was plain text (wrong version number).';
const noEncryption = 'The server does not offer encryption here';
const chooseNone = 'Choose None as security, or another port.';

/**
 * The ways in which security and port miss each other; null when it is something else. A TLS library's own words about
 * bytes that are no TLS say nothing to a person, so a sentence stands for them. Never a certificate: that one is told
 * with its name.
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
