import type { Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { MailFolder } from '../post-office/mail-folder';
import { CommandReader, type CommandPiece } from './command-reader';
import { CommandSyntaxError, parseCommand, type ParsedCommand } from './command-parser';
import { imapCommands } from './commands';
import { bad, no, ok, type CommandResult, type ImapServerContext, type ImapSession } from './imap-types';
import { capabilities } from './login-commands';
import { SelectedFolder } from './selected-folder';

const maximumFailedLogins = 5;
const maximumBadCommands = 20;
const maximumWaitingCommands = 100;
const maximumUnsentBytes = 1024 * 1024;
const loginTimeoutMilliseconds = 60_000;
/** RFC 3501 section 5.4 and RFC 2177: at least 30 minutes for a logged-in client. */
const idleTimeoutMilliseconds = 31 * 60_000;

/** One client's connection: reads commands, runs them one after another, pushes what happens in the selected folder. */
export class ImapConnection implements ImapSession {
  account: string | null = null;
  selected: SelectedFolder | null = null;
  isCondstoreEnabled = false;
  private waiting: CommandPiece[][] = [];
  private isRunning = false;
  private isEnded = false;
  private isSecure: boolean;
  private failedLogins = 0;
  private badCommands = 0;
  private idleTag: string | null = null;
  private lineWaiter: ((line: string) => void) | null = null;
  private reader: CommandReader;
  private onClosed: (() => void)[] = [];

  constructor(
    readonly context: ImapServerContext,
    private socket: Socket,
    private readonly secureContext: SecureContext | null,
  ) {
    this.isSecure = socket instanceof TLSSocket;
    this.reader = this.createReader();
    this.attach(socket);
    this.send(`* OK [CAPABILITY ${capabilities(this, this.isSecure)}] Skein sandbox mail ready\r\n`);
  }

  whenClosed(action: () => void): void {
    this.onClosed.push(action);
  }

  send(...output: (string | Buffer)[]): void {
    if (this.isEnded || this.socket.destroyed) return;
    if (output.every((piece) => typeof piece === 'string')) this.socket.write(output.join(''), 'latin1');
    else
      this.socket.write(
        Buffer.concat(output.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece))),
      );
  }

  async drained(): Promise<void> {
    const { socket } = this;
    if (socket.destroyed || socket.writableLength < maximumUnsentBytes) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      socket.on('drain', done);
      socket.on('close', done);
    });
  }

  askForLine(text: string): Promise<string> {
    this.send(`+ ${text}\r\n`);
    // A client that pipelines has sent its answer already.
    const early = this.waiting.shift()?.[0];
    if (early) return Promise.resolve('line' in early ? early.line : '*');
    if (this.isEnded) return Promise.resolve('*');
    return new Promise((resolve) => {
      this.lineWaiter = resolve;
    });
  }

  select(folder: MailFolder | null, readOnly: boolean): void {
    this.selected?.close();
    this.selected = folder ? new SelectedFolder(folder, readOnly, this, () => this.hearFolder()) : null;
  }

  /** Says goodbye and closes. */
  end(text: string): void {
    if (this.isEnded) return;
    this.send(`* BYE ${text}\r\n`);
    this.isEnded = true;
    this.reader.stop();
    const { socket } = this;
    socket.end();
    // A client that never closes its side must not keep the socket.
    setTimeout(() => socket.destroy(), 2_000).unref();
  }

  /** Cuts the connection without a word, as a failing network does. */
  drop(): void {
    this.socket.destroy();
  }

  private createReader(): CommandReader {
    return new CommandReader(
      () =>
        this.account
          ? { lineBytes: 256 * 1024, literalBytes: this.context.maximumMailBytes }
          : { lineBytes: 32 * 1024, literalBytes: 16 * 1024 },
      {
        command: (pieces) => this.take(pieces),
        continueLiteral: () => this.send('+ Ready\r\n'),
        refuse: (tag, reason) => this.send(`${tag} NO ${reason}\r\n`),
        abandon: (reason) => this.end(reason),
      },
    );
  }

  private attach(socket: Socket): void {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setTimeout(loginTimeoutMilliseconds, () => this.end('Autologout; idle for too long'));
    socket.on('data', (chunk: Buffer) => {
      if (!this.isEnded) this.reader.push(chunk);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.closed(socket));
  }

  private closed(socket: Socket): void {
    if (socket !== this.socket) return;
    this.isEnded = true;
    this.select(null, true);
    this.lineWaiter?.('*');
    this.lineWaiter = null;
    for (const action of this.onClosed) action();
    this.onClosed = [];
  }

  private take(pieces: CommandPiece[]): void {
    const first = pieces[0];
    const line = first && 'line' in first && pieces.length === 1 ? first.line : null;
    if (this.lineWaiter && line !== null) {
      const answer = this.lineWaiter;
      this.lineWaiter = null;
      answer(line);
    } else if (this.idleTag !== null) {
      const tag = this.idleTag;
      this.idleTag = null;
      this.send(
        line !== null && /^done$/i.test(line.trim()) ? `${tag} OK IDLE completed\r\n` : `${tag} BAD Expected DONE\r\n`,
      );
      void this.work();
    } else {
      this.waiting.push(pieces);
      if (this.waiting.length >= maximumWaitingCommands) this.socket.pause();
      void this.work();
    }
  }

  private async work(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      while (this.idleTag === null && !this.isEnded) {
        const pieces = this.waiting.shift();
        if (!pieces) break;
        await this.handle(pieces);
        if (this.waiting.length === 0) this.socket.resume();
      }
    } finally {
      this.isRunning = false;
    }
  }

  private async handle(pieces: CommandPiece[]): Promise<void> {
    let command: ParsedCommand;
    try {
      command = parseCommand(pieces);
    } catch (error) {
      if (!(error instanceof CommandSyntaxError)) throw error;
      return this.finish(error.tag, '', bad(error.message), true);
    }
    const { tag, name } = command;
    if (name === 'CAPABILITY') {
      this.send(`* CAPABILITY ${capabilities(this, this.isSecure)}\r\n`);
      return this.finish(tag, name, ok('CAPABILITY completed'), true);
    }
    if (name === 'LOGOUT') {
      this.send('* BYE Goodbye\r\n', `${tag} OK LOGOUT completed\r\n`);
      this.isEnded = true;
      this.socket.end();
      return;
    }
    if (name === 'STARTTLS') return this.startTls(tag);
    if (name === 'IDLE' && this.account) return this.beginIdle(tag);
    const definition = imapCommands.get(name);
    let result: CommandResult;
    if (!definition) result = bad('Unknown command');
    else if (definition.state === 'not-authenticated' && this.account) result = bad('Already logged in');
    else if ((definition.state === 'authenticated' || definition.state === 'selected') && !this.account)
      result = bad('Log in first');
    else if (definition.state === 'selected' && !this.selected) result = bad('Select a folder first');
    else {
      try {
        result = await definition.run(this, command.tokens);
      } catch {
        // The store refused or went away; the client may try again, and nothing was half done.
        result = no('[UNAVAILABLE] The mail store is not available now');
      }
    }
    this.finish(tag, name, result, definition?.mayExpunge ?? true);
  }

  private finish(tag: string, name: string, result: CommandResult, mayExpunge: boolean): void {
    if (this.selected?.isGone) return this.end('The folder was changed on the server; reconnect');
    if (this.selected) this.send(this.selected.takeUpdates(mayExpunge, this.isCondstoreEnabled));
    this.send(`${tag} ${result.status} ${result.text}\r\n`);
    if (name === 'LOGIN' || name === 'AUTHENTICATE') {
      if (result.status === 'OK') this.socket.setTimeout(idleTimeoutMilliseconds);
      else if ((this.failedLogins += 1) >= maximumFailedLogins) this.end('Too many failed logins');
    }
    if (result.status === 'BAD' && (this.badCommands += 1) >= maximumBadCommands) this.end('Too many bad commands');
  }

  private beginIdle(tag: string): void {
    this.idleTag = tag;
    this.send('+ idling\r\n');
    this.hearFolder();
    // A client may have sent DONE in the same packet; it waits behind this command.
    const next = this.waiting.shift();
    if (next) this.take(next);
  }

  private hearFolder(): void {
    if (this.idleTag === null || !this.selected) return;
    if (this.selected.isGone) return this.end('The folder was changed on the server; reconnect');
    const updates = this.selected.takeUpdates(true, this.isCondstoreEnabled);
    if (updates) this.send(updates);
  }

  private startTls(tag: string): void {
    if (this.isSecure || !this.secureContext || this.account)
      return this.finish(tag, 'STARTTLS', bad('STARTTLS is not available'), true);
    this.send(`${tag} OK Begin TLS negotiation now\r\n`);
    const plain = this.socket;
    plain.removeAllListeners('data');
    plain.removeAllListeners('timeout');
    // Commands sent in the clear before the handshake must not run inside it (STARTTLS injection).
    this.waiting = [];
    this.reader.stop();
    this.reader = this.createReader();
    const secure = new TLSSocket(plain, { isServer: true, secureContext: this.secureContext });
    this.isSecure = true;
    this.attach(secure);
  }
}
