import type { ServerTls } from '../imap/imap-server';
import type { TokenVerifier } from '../imap/imap-types';
import type { AcceptContext } from './accept-mail';
import type { SmtpFaultPlan } from './smtp-faults';

export interface SmtpExchangeOptions extends AcceptContext {
  host: string;
  /** 0 picks a free one. */
  port: number;
  tls: ServerTls | null;
  verifyToken: TokenVerifier | null;
  maximumMailBytes: number;
  maximumConnections: number;
  /** Whether logged-in mailboxes may write to domains the world does not know; such mail is recorded and goes nowhere. */
  capturesOutside: boolean;
  /** Why a prospect's address is refused at RCPT, or null. */
  refusal(address: string): string | null;
  fault(): SmtpFaultPlan | null;
  /** Whether a machine relays for the mailboxes without logging in as one: it speaks for the sender of the envelope. */
  isRelay?(address: string): boolean;
}
