import type { z } from 'zod';
import { idParam } from './schemas';

/**
 * The id of a row of one table. An id of another table does not fit where this one is asked for; a plain number does, so
 * that literals and what a statement counts need no cast (docs/decisions/29-ids-name-their-table.md).
 */
export type Id<Table extends string> = number & { readonly ofTable?: Table };

export type CampaignId = Id<'campaign'>;
export type ClientId = Id<'agency_client'>;
export type EnrolmentId = Id<'enrolment'>;
export type LeadId = Id<'lead'>;
export type MailboxId = Id<'mailbox'>;
export type UserId = Id<'app_user'>;
export type WorkspaceId = Id<'workspace'>;

interface Ids {
  campaign: CampaignId;
  client: ClientId;
  enrolment: EnrolmentId;
  lead: LeadId;
  mailbox: MailboxId;
  user: UserId;
  workspace: WorkspaceId;
}

/** `idParam`, typed as the id of this one: what a route is asked with names its table from there on. */
export const idOf = <Name extends keyof Ids>(_name: Name): z.ZodType<Ids[Name], number> =>
  idParam as unknown as z.ZodType<Ids[Name], number>;
