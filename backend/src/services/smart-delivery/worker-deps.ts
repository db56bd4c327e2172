import type { CampaignId, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Readable } from 'node:stream';
import type { Vault } from '#platform/crypto/vault';
import type { Database } from '#platform/db/database';
import type { ConnectionRules, MailServer } from '#platform/mail/mail-server';
import type { Relays } from '#platform/mail/relays';
import type { HeavyWork } from '#platform/workers/heavy-work';
import type { CheckTools } from './deps';
import type { PlacementActions } from './follow-run';
import type { OwnSeedPorts } from './own-seed-ports';

/** An email of a test, as the area that sends campaigns writes it. */
interface EmailToWrite {
  id: number;
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
  to: string;
  messageId: string;
  headers: Record<string, string>;
  /** The step of a campaign that it is; null for a text that a person wrote. */
  step: { campaignId: CampaignId; variantId: number } | null;
  text: { subject: string; html: string | null; text: string };
  isControl: boolean;
}

export interface WrittenEmail {
  content: Buffer | Readable;
  /** Where its tracked links lead, in their order. */
  links: readonly string[];
  /** Links that a merge field of a lead is part of. */
  personalLinks: readonly string[];
  /** The lead whose data it was written with; null where no lead's. */
  leadId: LeadId | null;
  /** Dedicated servers that its campaign sends through. */
  relay: { campaignId: CampaignId; groupId: number } | null;
  close: () => void;
}

/** What the loop of placement tests works with. */
export interface PlacementDeps {
  db: Database;
  /** Campaign time in milliseconds. */
  now: () => number;
  /** The clock of the world, for what operators see. */
  realNow: () => number;
  isSendingHeld: () => boolean;
  /** Opens the sealed passwords of seeds. */
  vault: Vault;
  /** Writes an email as its campaign does. @returns why it cannot be written */
  writeEmail: (email: EmailToWrite) => Promise<WrittenEmail | { why: string }>;
  /** Dedicated servers of campaigns; where there are none, every email leaves through its mailbox's own server. */
  relays?: Relays;
  smtpServer: (workspaceId: WorkspaceId, mailboxId: MailboxId) => Promise<MailServer>;
  rules: ConnectionRules;
  tools: CheckTools;
  heavyWork: Pick<HeavyWork, 'run'>;
  actions: PlacementActions;
  ownSeeds: OwnSeedPorts;
  log: { error: (fields: object, text: string) => void };
}
