import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { headerValue, messageIds, readHeader } from '../mime/parse-headers';
import { acceptMail } from './accept-mail';
import { RefusedMail } from './arrival';
import { refuse } from './immediate-greeting';
import { strike, type Exchange } from './planned-fault';
import { isRelayed, loginOf } from './session-login';

/** Reads a mail that is being sent, and takes or refuses it. */
export async function receiveMail(
  exchange: Exchange,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  callback: (error?: Error | null, message?: string) => void,
): Promise<void> {
  const { options } = exchange;
  const { postOffice } = options;
  // smtp-server clears the envelope when the callback is called.
  const { envelope } = session;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  } catch {
    return callback(refuse(451, '4.4.2 The connection was lost'));
  }
  if (stream.sizeExceeded) return callback(refuse(552, '5.3.4 The message is larger than this server takes'));
  if (
    !loginOf(options, session) &&
    envelope.rcptTo.some((recipient) => !postOffice.recipientAccount(recipient.address))
  )
    return callback(refuse(554, '5.7.1 Mail for people of the sandbox is taken from logged-in mailboxes only'));
  const raw = Buffer.concat(chunks);
  const messageId = messageIds(headerValue(readHeader(raw), 'message-id'))[0] ?? null;
  await strike(exchange, { stage: 'data', session, address: null, messageId }, callback, async () => {
    try {
      const mail = await acceptMail(options, {
        login: loginOf(options, session),
        isRelayed: isRelayed(options, session),
        sender: envelope.mailFrom ? envelope.mailFrom.address.toLowerCase() : '',
        recipients: envelope.rcptTo.map(recordedRecipient),
        envelopeId: envelope.dsn?.envid ?? null,
        raw,
        clientName: `${session.hostNameAppearsAs || 'unknown'} (${session.remoteAddress})`,
      });
      await strike(exchange, { stage: 'accepted', session, address: null, messageId }, callback, () =>
        callback(null, `2.0.0 OK queued as ${mail.id}`),
      );
    } catch (error) {
      if (error instanceof RefusedMail) return callback(refuse(550, error.words));
      callback(refuse(451, '4.3.0 The mail could not be stored; try again'));
    }
  });
}

function recordedRecipient(entry: SMTPServerAddress): {
  address: string;
  notify: string[];
  originalRecipient: string | null;
} {
  return {
    address: entry.address.toLowerCase(),
    notify: entry.dsn?.notify ?? [],
    originalRecipient: entry.dsn?.orcpt ?? null,
  };
}
