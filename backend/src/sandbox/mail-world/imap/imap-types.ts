import type { MailFolder } from '../post-office/mail-folder';
import type { PostOffice } from '../post-office/post-office';
import type { WorldClock } from '../world-clock';
import type { Token } from './command-parser';
import type { ImapFlaws } from './imap-flaws';
import type { SelectedFolder } from './selected-folder';
import type { Output } from './serialise';

/** Says whether an OAuth2 access token lets its bearer into a mailbox. */
export type TokenVerifier = (email: string, accessToken: string) => Promise<boolean> | boolean;

/** What every session of one IMAP server shares. */
export interface ImapServerContext {
  postOffice: PostOffice;
  clock: WorldClock;
  verifyToken: TokenVerifier | null;
  /** Largest mail APPEND takes, in bytes. */
  maximumMailBytes: number;
  offersStartTls: boolean;
  flaws: () => ImapFlaws;
}

/** What a command handler may do with its session. */
export interface ImapSession {
  readonly context: ImapServerContext;
  account: string | null;
  selected: SelectedFolder | null;
  isCondstoreEnabled: boolean;
  send(...output: Output): void;
  /** Waits until the client has read most of what was sent. */
  drained(): Promise<void>;
  /** Sends `+ text` and gives the client's next line. */
  askForLine(text: string): Promise<string>;
  select(folder: MailFolder | null, readOnly: boolean): void;
}

/** How a command ended: the tagged response without its tag. */
export interface CommandResult {
  status: 'OK' | 'NO' | 'BAD';
  text: string;
}

export type CommandHandler = (session: ImapSession, tokens: Token[]) => Promise<CommandResult> | CommandResult;

export interface CommandDefinition {
  /** The least state it needs. */
  state: 'any' | 'not-authenticated' | 'authenticated' | 'selected';
  /** False for commands during which RFC 3501 forbids EXPUNGE responses (those with message sequence numbers). */
  mayExpunge: boolean;
  run: CommandHandler;
}

export const ok = (text: string): CommandResult => ({ status: 'OK', text });
export const no = (text: string): CommandResult => ({ status: 'NO', text });
export const bad = (text: string): CommandResult => ({ status: 'BAD', text });
