/** One command as it came in: its line cut at literals, and the literals between. */
export type CommandPiece = { line: string } | { literal: Buffer };

export interface ReaderLimits {
  lineBytes: number;
  literalBytes: number;
}

export interface ReaderHandlers {
  /** A whole command. */
  command(pieces: CommandPiece[]): void;
  /** A synchronising literal waits for leave to be sent. */
  continueLiteral(): void;
  /** The command so far is too large or malformed; the reader drops it and goes on with the next line. */
  refuse(tag: string, reason: string): void;
  /** The client cannot be followed any more: the connection has to end. */
  abandon(reason: string): void;
}

const literalEnd = /\{(\d{1,10})(\+)?\}$/;

/**
 * Cuts the byte stream of a client into commands (RFC 3501 literals, RFC 7888 LITERAL+). Buffers never grow beyond the
 * limits, whatever the client sends.
 */
export class CommandReader {
  private pieces: CommandPiece[] = [];
  private lineChunks: Buffer[] = [];
  private lineBytes = 0;
  private commandLineBytes = 0;
  private literalChunks: Buffer[] = [];
  private literalLeft = 0;
  private literalTotal = 0;
  private isReadingLiteral = false;
  private isDiscardingLiteral = false;
  private isStopped = false;

  constructor(
    private readonly limits: () => ReaderLimits,
    private readonly handlers: ReaderHandlers,
  ) {}

  stop(): void {
    this.isStopped = true;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.isStopped)
      rest = this.isReadingLiteral ? this.takeLiteral(rest) : this.takeLine(rest);
  }

  private takeLiteral(chunk: Buffer): Buffer {
    const part = chunk.subarray(0, this.literalLeft);
    this.literalLeft -= part.length;
    if (!this.isDiscardingLiteral) this.literalChunks.push(part);
    if (this.literalLeft === 0) {
      this.isReadingLiteral = false;
      if (!this.isDiscardingLiteral) this.pieces.push({ literal: Buffer.concat(this.literalChunks) });
      this.literalChunks = [];
    }
    return chunk.subarray(part.length);
  }

  private takeLine(chunk: Buffer): Buffer {
    const newline = chunk.indexOf(0x0a);
    const end = newline === -1 ? chunk.length : newline;
    this.lineBytes += end;
    this.commandLineBytes += end;
    if (this.commandLineBytes > this.limits().lineBytes) {
      this.isStopped = true;
      this.handlers.abandon('Command line too long');
      return Buffer.alloc(0);
    }
    if (end > 0) this.lineChunks.push(chunk.subarray(0, end));
    if (newline === -1) return Buffer.alloc(0);
    const bytes = Buffer.concat(this.lineChunks);
    this.lineChunks = [];
    this.lineBytes = 0;
    this.endLine((bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes).toString('latin1'));
    return chunk.subarray(newline + 1);
  }

  private endLine(line: string): void {
    const match = literalEnd.exec(line);
    if (this.isDiscardingLiteral) {
      // What follows a refused LITERAL+ belongs to the refused command.
      this.isDiscardingLiteral = false;
      if (match?.[2]) this.beginLiteral(Number(match[1]), true);
      else this.reset();
      return;
    }
    if (!match) {
      this.pieces.push({ line });
      const pieces = this.pieces;
      this.reset();
      this.handlers.command(pieces);
      return;
    }
    const size = Number(match[1]);
    this.pieces.push({ line: line.slice(0, match.index) });
    this.literalTotal += size;
    if (this.literalTotal > this.limits().literalBytes) {
      const tag = this.tag();
      const isWaiting = !match[2];
      // A client that may not stop sending is followed to the end of its literal, within reason.
      if (!isWaiting && size > this.limits().literalBytes * 4) {
        this.isStopped = true;
        this.handlers.abandon('Literal too large');
        return;
      }
      this.reset();
      this.handlers.refuse(tag, '[TOOBIG] Literal too large');
      if (!isWaiting) this.beginLiteral(size, true);
      return;
    }
    this.beginLiteral(size, false);
    if (!match[2]) this.handlers.continueLiteral();
  }

  private beginLiteral(size: number, discard: boolean): void {
    this.isDiscardingLiteral = discard;
    this.literalLeft = size;
    this.isReadingLiteral = size > 0;
    if (size === 0 && !discard) this.pieces.push({ literal: Buffer.alloc(0) });
  }

  private reset(): void {
    this.pieces = [];
    this.commandLineBytes = 0;
    this.literalTotal = 0;
  }

  private tag(): string {
    const first = this.pieces[0];
    const tag = first && 'line' in first ? first.line.split(' ')[0] : '';
    return tag && /^[\x21-\x7e]{1,64}$/.test(tag) ? tag : '*';
  }
}
