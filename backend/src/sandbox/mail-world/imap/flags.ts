import type { StoredMessage } from '../store/mail-store';
import type { Token } from './command-parser';

export const systemFlags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'];
const maximumFlags = 100;

/** UID and FLAGS (and MODSEQ) of a message, as items of a FETCH response. */
export function numbersText(message: StoredMessage, withModseq: boolean): string {
  return `UID ${message.uid} FLAGS (${message.flags.join(' ')})${withModseq ? ` MODSEQ (${message.modseq})` : ''}`;
}

/** The flags of a command's arguments, system flags in their usual spelling; null when one is malformed. */
export function parseFlags(tokens: Token[]): string[] | null {
  const flags: string[] = [];
  for (const token of tokens.flatMap((entry) => (entry.kind === 'list' ? entry.items : [entry]))) {
    if (token.kind !== 'atom') return null;
    const system = systemFlags.find((flag) => flag.toLowerCase() === token.value.toLowerCase());
    if (system) flags.push(system);
    else if (/^\\recent$/i.test(token.value)) continue;
    else if (/^[\x21\x23\x24\x26\x27\x2b-\x5b\x5e-\x7a\x7c\x7e]{1,100}$/.test(token.value)) flags.push(token.value);
    else return null;
  }
  const unique = [...new Set(flags)];
  return unique.length <= maximumFlags ? unique : null;
}
