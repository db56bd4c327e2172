import type { CampaignClock, Clock } from '../../platform/clock/clock';
import type { Database, SqlClient, Transaction } from '../../platform/db/database';
import type { HttpDeps } from '../../platform/http/routes';
import type { Live } from '../../platform/live/live';

/** Seals what must never be read from the database alone; `context` binds the sealed bytes to their row. */
export interface SecretSealer {
  seal(text: string, context: string): Uint8Array<ArrayBuffer>;
  /** @throws Error when the bytes were changed, or sealed for another context */
  open(sealed: Uint8Array, context: string): string;
  /** A 32-byte key for one purpose, derived from the master key. */
  deriveKey(purpose: string): Uint8Array;
}

/** Background work, enqueued in the transaction of the row it is about. */
export interface JobQueue {
  enqueue(tx: Transaction | SqlClient, task: string, payload: object, options?: { runAt?: Date; queue?: string; key?: string; attempts?: number }): Promise<void>;
}

export interface MainConfig {
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Where pixels, clicks and unsubscribe links point to, without a slash at the end. */
  trackingUrl: string;
  isSandbox: boolean;
  /** Sender of the product's own mails, and the server that takes them: smtp(s)://user:password@host:port. */
  systemMail: { from: string; smtpUrl: string };
}

/** Everything the main service works with. Features take what they need from it; nothing is imported as a global. */
export interface MainDeps extends HttpDeps {
  db: Database;
  /** Campaign time: schedules, delays, caps, and every timestamp of campaign data (engine.md). Milliseconds. */
  campaignClock: CampaignClock;
  /** The machine's time: sessions, links, rate limits, trials, logs. Milliseconds. */
  realClock: Clock;
  secrets: SecretSealer;
  jobs: JobQueue;
  live: Live;
  config: MainConfig;
}
