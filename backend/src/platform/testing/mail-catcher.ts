import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtTestMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The name in From. */
  fromName: string;
  replyTo: string | null;
  attachments: { name: string; type: string; isInline: boolean; contentId: string | null; bytes: Uint8Array }[];
}

export interface MailCatcher {
  /** smtp://127.0.0.1:port */
  url: string;
  mails: CaughtTestMail[];
  close(): Promise<void>;
}

/** A real SMTP server on a free port that keeps what it is given: for tests of the product's own mails. */
export async function catchMails(): Promise<MailCatcher> {
  const mails: CaughtTestMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      // The envelope is reset as soon as the callback is called.
      const to = session.envelope.rcptTo.map((recipient) => recipient.address);
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push({
            from,
            to,
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
            fromName: mail.from?.name ?? '',
            replyTo: mail.replyTo?.[0]?.address ?? null,
            attachments: mail.attachments.map((part) => ({
              name: part.filename ?? '',
              type: part.mimeType,
              isInline: part.disposition === 'inline',
              contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
              bytes: new Uint8Array(part.content as ArrayBuffer),
            })),
          });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
