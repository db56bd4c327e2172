import type { MailWorld } from '#sandbox/mail-world/world';
import type { SignedIn, TestMain } from '#main/testing';
import type { SyncSteps } from '#inbox/inbox-sync/sync-due';
import type { SendingWorkerDeps } from '../../sending-worker/sending-worker';
import type { TestCampaign } from './running-campaign';

export interface TestMailbox {
  message_per_day?: number;
  min_time_to_wait_minutes?: number;
  time_zone?: string;
}

/** A workspace with real mail servers around it, whose time moves only when the test says so. */
export interface SendingWorld {
  main: TestMain;
  me: SignedIn;
  mail: MailWorld;
  deps: SendingWorkerDeps;
  /** Reads the inboxes of mailboxes that have follow-ups to send, as the product does. */
  reading: SyncSteps;
  connect(email: string, settings?: TestMailbox): Promise<number>;
  /** A running campaign of e-mail steps with these leads. */
  campaign(campaign: TestCampaign): Promise<number>;
  /** Jumps from one due instant to the next until the given campaign time. */
  runUntil(instant: number): Promise<void>;
  close(): Promise<void>;
}
