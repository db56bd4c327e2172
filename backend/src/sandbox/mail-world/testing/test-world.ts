import { ImapFlow, type FetchMessageObject } from 'imapflow';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { createMemoryMailStore } from '../store/memory.store';
import { startMailWorld, type MailWorld, type MailWorldOptions } from '../world';

export const monday = Date.UTC(2026, 2, 2, 9);
export const hour = 3_600_000;
export const sender = { email: 'mia@acme.test', password: 'correct horse battery' };

export interface TestWorld {
  world: MailWorld;
  clock: { now(): number; time: number };
  /** Sends as the sender mailbox (or anonymously) over the wire. */
  send(mail: SendMailOptions, anonymous?: boolean): Promise<SMTPTransport.SentMessageInfo>;
  /** A logged-in IMAP client, logged out by close(). */
  imap(account?: { email: string; password: string }): Promise<ImapFlow>;
  /** Everything in a folder of the sender's mailbox, with source. */
  mails(path?: string): Promise<FetchMessageObject[]>;
  close(): Promise<void>;
}

/** A world on free ports with one mailbox and a clock that the test moves. */
export async function startTestWorld(options: Partial<MailWorldOptions> = {}): Promise<TestWorld> {
  const clock = { time: monday, now: () => clock.time };
  const world = await startMailWorld({
    store: createMemoryMailStore(),
    clock,
    seed: 'test',
    mode: 'stepped',
    ...options,
  });
  await world.createMailbox(sender);
  const clients: ImapFlow[] = [];
  const transports: Transporter[] = [];
  const transport = (anonymous: boolean) => {
    const made = createTransport({
      ...world.smtp,
      secure: options.tls?.implicit ?? false,
      tls: { rejectUnauthorized: false },
      pool: true,
      maxConnections: 5,
      maxMessages: Infinity,
      ...(anonymous ? {} : { auth: { user: sender.email, pass: sender.password } }),
    });
    transports.push(made);
    return made;
  };
  const [known, unknown] = [transport(false), transport(true)];
  const imap = async (account = sender) => {
    const client = new ImapFlow({
      ...world.imap,
      secure: options.tls?.implicit ?? false,
      tls: { rejectUnauthorized: false },
      auth: { user: account.email, pass: account.password },
      logger: false,
    });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };
  return {
    world,
    clock,
    send: (mail, anonymous = false) =>
      (anonymous ? unknown : known).sendMail({
        from: `Mia Stone <${sender.email}>`,
        subject: 'A question',
        text: 'Hello',
        ...mail,
      }),
    imap,
    async mails(path = 'INBOX') {
      const client = await imap();
      const lock = await client.getMailboxLock(path);
      try {
        const found: FetchMessageObject[] = [];
        for await (const message of client.fetch('1:*', {
          uid: true,
          flags: true,
          envelope: true,
          source: true,
          internalDate: true,
        }))
          found.push(message);
        return found;
      } finally {
        lock.release();
        await client.logout();
      }
    },
    async close() {
      for (const client of clients) client.close();
      for (const made of transports) made.close();
      await world.close();
    },
  };
}

/** Waits for something to become true, looking every few milliseconds; the limit of the test ends what never does. */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
