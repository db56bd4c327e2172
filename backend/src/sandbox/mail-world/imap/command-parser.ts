import type { CommandPiece } from './command-reader';

/** An argument of a command. Atoms keep their brackets (`BODY.PEEK[TEXT]<0.10>`). */
export type Token =
  | { kind: 'atom'; value: string }
  | { kind: 'string'; value: string; bytes: Buffer }
  | { kind: 'list'; items: Token[] };

export interface ParsedCommand {
  tag: string;
  name: string;
  tokens: Token[];
}

/** A command that breaks IMAP's grammar. */
export class CommandSyntaxError extends Error {
  constructor(
    readonly tag: string,
    message: string,
  ) {
    super(message);
  }
}

const maximumDepth = 20;
const maximumTokens = 20_000;

/** Parses one command. Throws CommandSyntaxError. */
export function parseCommand(pieces: CommandPiece[]): ParsedCommand {
  const first = pieces[0];
  const line = first && 'line' in first ? first.line : '';
  const head = /^([\x21\x23\x24\x26\x27\x2c-\x5b\x5d-\x7a\x7c\x7e]{1,64}) ([A-Za-z]{1,32})(?: ([A-Za-z]{1,32}))?/.exec(
    line,
  );
  if (!head) {
    const tag = /^[\x21-\x7e]{1,64}/.exec(line)?.[0] ?? '*';
    throw new CommandSyntaxError(/^[A-Za-z0-9.\-_]+$/.test(tag) ? tag : '*', 'Expected a tag and a command');
  }
  const tag = head[1] as string;
  let name = (head[2] as string).toUpperCase();
  let used = tag.length + 1 + name.length;
  if (name === 'UID' && head[3]) {
    name = `UID ${head[3].toUpperCase()}`;
    used += 1 + head[3].length;
  }
  const parser = new TokenParser(tag, [{ line: line.slice(used) }, ...pieces.slice(1)]);
  return { tag, name, tokens: parser.readAll() };
}

class TokenParser {
  private piece = 0;
  private position = 0;
  private count = 0;

  constructor(
    private readonly tag: string,
    private readonly pieces: CommandPiece[],
  ) {}

  readAll(): Token[] {
    return this.readItems(0);
  }

  private readItems(depth: number): Token[] {
    if (depth > maximumDepth) this.fail('Lists nested too deeply');
    const items: Token[] = [];
    for (;;) {
      const piece = this.pieces[this.piece];
      if (!piece) {
        if (depth > 0) this.fail('A list is not closed');
        return items;
      }
      if ('literal' in piece) {
        this.next();
        items.push(this.counted({ kind: 'string', value: piece.literal.toString('utf8'), bytes: piece.literal }));
        continue;
      }
      const character = piece.line[this.position];
      if (character === undefined) this.next();
      else if (character === ' ') this.position += 1;
      else if (character === '(') {
        this.position += 1;
        items.push(this.counted({ kind: 'list', items: this.readItems(depth + 1) }));
      } else if (character === ')') {
        if (depth === 0) this.fail('Unexpected closing parenthesis');
        this.position += 1;
        return items;
      } else if (character === '"') items.push(this.counted(this.readQuoted(piece.line)));
      else items.push(this.counted(this.readAtom(piece.line)));
    }
  }

  private next(): void {
    this.piece += 1;
    this.position = 0;
  }

  private readQuoted(line: string): Token {
    let value = '';
    for (let index = this.position + 1; index < line.length; index += 1) {
      const character = line[index] as string;
      if (character === '\\') {
        index += 1;
        value += line[index] ?? '';
      } else if (character === '"') {
        this.position = index + 1;
        const bytes = Buffer.from(value, 'latin1');
        return { kind: 'string', value: bytes.toString('utf8'), bytes };
      } else value += character;
    }
    return this.fail('A quoted string is not closed');
  }

  private readAtom(line: string): Token {
    let index = this.position;
    while (index < line.length) {
      const character = line[index] as string;
      if (character === '[') {
        // A section may hold spaces and a parenthesised list; it ends at its closing bracket.
        const close = line.indexOf(']', index);
        if (close === -1) this.fail('A section is not closed');
        index = close + 1;
      } else if (' ()"'.includes(character)) break;
      else index += 1;
    }
    const value = line.slice(this.position, index);
    this.position = index;
    return { kind: 'atom', value };
  }

  private counted(token: Token): Token {
    this.count += 1;
    if (this.count > maximumTokens) this.fail('Too many arguments');
    return token;
  }

  private fail(message: string): never {
    throw new CommandSyntaxError(this.tag, message);
  }
}

/** The text of an atom or string argument, or null when it is a list or missing. */
export function tokenText(token: Token | undefined): string | null {
  return token && token.kind !== 'list' ? token.value : null;
}
