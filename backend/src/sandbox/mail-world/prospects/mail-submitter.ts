import { createTransport } from 'nodemailer';
import type { OutgoingMail } from './compose-reply';

export interface MailSubmitter {
  /** Hands a mail to the world's own SMTP server, over the wire. Throws with the server's answer. */
  submit(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The prospects' mail system: a few kept connections to the MX role. */
export function createMailSubmitter(options: { host: string; port: number; secure: boolean }): MailSubmitter {
  const transport = createTransport({
    host: options.host,
    port: options.port,
    secure: options.secure,
    ignoreTLS: !options.secure,
    // The certificate of the world's own loopback server is signed by nobody.
    tls: { rejectUnauthorized: false },
    name: 'mx.prospects.test',
    pool: true,
    maxConnections: 8,
    maxMessages: Infinity,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async submit(mail) {
      await transport.sendMail({ envelope: { from: mail.sender, to: [mail.recipient] }, raw: mail.raw });
    },
    close: () => transport.close(),
  };
}
