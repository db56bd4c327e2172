import { createConnection } from 'node:net';
import { readDemo } from './product';

export interface ForeignMail {
  from: string;
  to: string;
  subject: string;
  /** A whole body with its own type, instead of HTML. */
  mime?: { type: string; body: string };
  html?: string;
  inReplyTo?: string;
  messageId: string;
}

/** Hands a mail to the sandbox's server the way the world outside does: without a login, for one of its mailboxes. */
export async function sendFromOutside(mail: ForeignMail): Promise<void> {
  const { host, port } = readDemo().smtp;
  const socket = createConnection({ host, port });
  let buffer = '';
  const waiting: ((line: string) => void)[] = [];
  socket.on('data', (data: Buffer) => {
    buffer += data.toString('latin1');
    for (let end = buffer.indexOf('\r\n'); end !== -1; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (line[3] !== '-') waiting.shift()?.(line);
    }
  });
  const answer = () =>
    new Promise<string>((resolve, reject) => {
      waiting.push(resolve);
      socket.once('error', reject);
    });
  const say = async (text: string, expected: string) => {
    const answered = answer();
    socket.write(`${text}\r\n`);
    const line = await answered;
    if (!line.startsWith(expected)) throw new Error(`${text.split('\r\n')[0]} was answered ${line}`);
  };
  await answer();
  await say('EHLO outside.test', '250');
  await say(`MAIL FROM:<${mail.from}>`, '250');
  await say(`RCPT TO:<${mail.to}>`, '250');
  await say('DATA', '354');
  const head = [
    `From: Somebody <${mail.from}>`,
    `To: <${mail.to}>`,
    `Subject: ${mail.subject}`,
    `Message-ID: ${mail.messageId}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    ...(mail.inReplyTo ? [`In-Reply-To: ${mail.inReplyTo}`, `References: ${mail.inReplyTo}`] : []),
    'MIME-Version: 1.0',
    ...(mail.mime
      ? [`Content-Type: ${mail.mime.type}`]
      : ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64']),
  ];
  const body =
    mail.mime?.body ??
    Buffer.from(mail.html ?? '', 'utf8')
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n');
  await say(`${head.join('\r\n')}\r\n\r\n${body}\r\n.`, '250');
  socket.end('QUIT\r\n');
}
