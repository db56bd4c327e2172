import { createTransport } from 'nodemailer';
import type { SendingWorld } from '#sending/delivery/testing';

export interface TestLetter {
  from: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, string>;
  inReplyTo?: string;
  references?: string[];
  messageId?: string;
  raw?: string | Buffer;
}

/** Somebody writes to a mailbox over the wire. */
export async function writeOverTheWire(world: SendingWorld, letter: TestLetter): Promise<void> {
  const transport = createTransport({ ...world.mail.smtp, secure: false, ignoreTLS: true });
  await transport.sendMail(
    letter.raw === undefined ? letter : { envelope: { from: letter.from, to: [letter.to] }, raw: letter.raw },
  );
  transport.close();
}
