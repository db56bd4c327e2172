import { connect, type Socket } from 'node:net';

/** A server's word about one address; code and status are null when it said nothing. */
export interface RecipientAnswer {
  address: string;
  stage: 'connect' | 'greeting' | 'sender' | 'recipient';
  code: number | null;
  status: string | null;
  text: string;
}

export interface AskRecipients {
  host: string;
  port: number;
  /** Our own name at EHLO (RFC 5321, 4.1.1.1). */
  helloName: string;
  /** Envelope sender: an address of ours that takes reports. */
  sender: string;
  /** Plain addresses (`isEmailAddress`), asked in this order. */
  addresses: readonly string[];
  /** ms until a reply must be there whole, however slowly it comes; a conversation has six times as long. */
  patience: number;
  signal?: AbortSignal | undefined;
}

/** Longest reply that is read, in characters: a hostile server may send without end. */
const longestReply = 16_384;
/**
 * A whole conversation may take so many times the patience with one reply: a server that is always just in time must not hold it for hours.
 */
const mostPatience = 6;

/**
 * Asks a mail server whether it takes mail for addresses: EHLO, MAIL FROM, RCPT TO for each, QUIT. DATA is never sent, so no mail
 * leaves. Answers for every address; never throws for what a server does.
 */
export async function askRecipients(options: AskRecipients): Promise<RecipientAnswer[]> {
  const answers: RecipientAnswer[] = [];
  const settleRest = (stage: RecipientAnswer['stage'], reply: Reply | null, text: string) => {
    for (const address of options.addresses.slice(answers.length))
      answers.push({
        address,
        stage,
        code: reply?.code ?? null,
        status: reply?.status ?? null,
        text: reply?.text ?? text,
      });
    return answers;
  };
  let stage: RecipientAnswer['stage'] = 'connect';
  const talk = new SmtpTalk(options);
  try {
    const greeting = await talk.greet();
    stage = 'greeting';
    if (greeting.code !== 220) return settleRest(stage, greeting, '');
    const hello = await talk.say(`EHLO ${options.helloName}`);
    if (hello.code >= 500) await talk.say(`HELO ${options.helloName}`);
    stage = 'sender';
    const from = await talk.say(`MAIL FROM:<${options.sender}>`);
    if (from.code !== 250) return settleRest(stage, from, '');
    stage = 'recipient';
    for (const address of options.addresses) {
      const reply = await talk.say(`RCPT TO:<${address}>`);
      if (reply.code === 421) return settleRest(stage, reply, '');
      answers.push({ address, stage, ...reply });
    }
    await talk.say('QUIT').catch(() => undefined);
    return answers;
  } catch (error) {
    return settleRest(stage, null, (error as Error).message.slice(0, 300));
  } finally {
    talk.close();
  }
}

interface Reply {
  code: number;
  status: string | null;
  text: string;
}

/** One conversation, a command and its reply at a time. */
class SmtpTalk {
  private readonly socket: Socket;
  private received = '';
  private waiter: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;
  private trouble: Error | null = null;
  private readonly patience: number;
  private readonly end: NodeJS.Timeout;
  private late: NodeJS.Timeout | undefined;

  constructor(options: AskRecipients) {
    this.socket = connect({
      host: options.host,
      port: options.port,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    this.socket.setEncoding('latin1');
    this.patience = options.patience;
    this.end = setTimeout(() => this.fail(new Error('The server took too long.')), options.patience * mostPatience);
    this.socket.on('data', (text) => this.receive(text as unknown as string));
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('The server closed the connection.')));
  }

  greet(): Promise<Reply> {
    return this.next();
  }

  say(command: string): Promise<Reply> {
    // An address is checked before it comes here; a line break in one would be a command of its own.
    if (/[\r\n]/.test(command)) throw new Error('A command is one line.');
    if (!this.trouble) this.socket.write(`${command}\r\n`);
    return this.next();
  }

  close(): void {
    clearTimeout(this.end);
    clearTimeout(this.late);
    this.socket.destroy();
  }

  private next(): Promise<Reply> {
    if (this.trouble) return Promise.reject(this.trouble);
    // Not a time of silence: a server that sends a letter now and then would never be given up.
    this.late = setTimeout(() => this.fail(new Error('The server was silent for too long.')), this.patience);
    return new Promise((resolve, reject) => {
      this.waiter = { resolve, reject };
      this.read();
    });
  }

  private receive(text: string): void {
    this.received += text;
    if (this.received.length > longestReply) return this.fail(new Error('The server said too much.'));
    this.read();
  }

  /** A reply ends with the first line whose code is followed by a space or nothing (RFC 5321, 4.2.1). */
  private read(): void {
    const end = /^\d{3}(?: [^\n]*)?\r?\n/m.exec(this.received);
    if (!end || !this.waiter) return;
    const whole = this.received.slice(0, end.index + end[0].length);
    this.received = this.received.slice(whole.length);
    const text = whole
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line) => line.slice(4))
      .join(' ')
      .replace(/[^\x20-\x7e]/g, '?')
      .slice(0, 300);
    const { resolve } = this.waiter;
    this.waiter = null;
    clearTimeout(this.late);
    resolve({
      code: Number(end[0].slice(0, 3)),
      status: /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(text)?.[1] ?? null,
      text,
    });
  }

  private fail(error: Error): void {
    this.trouble ??= error;
    this.waiter?.reject(error);
    this.waiter = null;
    this.close();
  }
}
