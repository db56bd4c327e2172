import type { ConnectionReport } from '@skein/contracts/main/mailboxes.contract';
import type { ConnectionRules, MailServer } from '../../../../platform/mail/mail-server';
import { type ImapFailure, openImap } from '../../../../platform/mail/open-imap';
import { type SmtpFailure } from '../../../../platform/mail/smtp-failure';
import { openConnection } from '../../../../platform/mail/submit-mail';

type Result = ConnectionReport['smtp'];
const fine: Result = { ok: true, code: 'OK', server_reply: null, cause: null, fix: null };

/** Logs in at both servers at the same time and says what each answered, in its own words. Never throws for what a server does. */
export async function tryConnection(servers: { smtp: MailServer; imap: MailServer }, rules: ConnectionRules): Promise<ConnectionReport> {
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
export function explain(protocol: 'SMTP' | 'IMAP', server: Pick<MailServer, 'host' | 'port'>, isCredential: boolean, reply: string): Result {
  const where = `${server.host}:${server.port}`;
  if (isCredential) {
    return { ok: false, code: 'CREDENTIALS', server_reply: reply, cause: `${where} does not accept this user name and password.`, fix: 'Check the user name, and use an app password where the provider asks for one.' };
  }
  const words = reply.toLowerCase();
  const [cause, fix] =
    words.includes('not a public address') ? [`${server.host} is a private address.`, 'Use the public host name of your mail provider.']
    : words.includes('enotfound') || words.includes('getaddrinfo') ? [`${server.host} does not exist in DNS.`, 'Check the spelling of the host.']
    : words.includes('econnrefused') || words.includes('refused') ? [`Nothing answers at ${where}.`, `Check the port: ${protocol === 'SMTP' ? '465 with SSL, 587 with TLS' : '993 with SSL'} are usual.`]
    : words.includes('timeout') || words.includes('timed out') || words.includes('greeting never') ? [`${where} did not answer in time.`, 'Check host and port; a firewall may block them.']
    : words.includes('certificate') || words.includes('self-signed') || words.includes('altname') ? [`The certificate of ${server.host} is not valid for it.`, 'Use the host name that the provider publishes.']
    : words.includes('wrong version') || words.includes('ssl routines') || words.includes('starttls') ? [`${where} does not speak this kind of encryption.`, 'Switch between SSL and TLS, or use the port that fits.']
    : [`${protocol} login at ${where} failed.`, 'The reply of the server says why.'];
  return { ok: false, code: 'CONNECTION', server_reply: reply, cause, fix };
}
