import type { CampaignId, ClientId, EnrolmentId, Id, LeadId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Prisma } from '#generated/prisma/client';

interface Payloads {
  campaign: Prisma.$CampaignPayload;
  enrolment: Prisma.$EnrolmentPayload;
  intent: Prisma.$IntentPayload;
  mailbox: Prisma.$MailboxPayload;
}

/** What pg delivers for what Prisma calls the type of a column: text for numbers that JavaScript has no room for, `unknown` for JSON. */
type Delivered<Value> = [Value] extends [bigint | null]
  ? string | Extract<Value, null>
  : [Value] extends [Prisma.Decimal | null]
    ? string | Extract<Value, null>
    : [Value] extends [Date | string | number | boolean | readonly unknown[] | null]
      ? Value
      : unknown;

/** Columns that name a row of another table; what stands in them does not fit where the id of a third one is asked for. */
interface References {
  workspace_id: WorkspaceId;
  campaign_id: CampaignId;
  parent_campaign_id: CampaignId;
  enrolment_id: EnrolmentId;
  lead_id: LeadId;
  mailbox_id: MailboxId;
  client_id: ClientId;
}

type Named<Table extends string, Column, Value> = number extends Value
  ? Column extends keyof References
    ? References[Column] | Extract<Value, null>
    : Column extends 'id'
      ? Id<Table>
      : Value
  : Value;

/** A row of a table as a statement delivers it, from the schema files. */
export type TableRow<Table extends keyof Payloads> = {
  [Column in keyof Payloads[Table]['scalars']]: Named<Table, Column, Delivered<Payloads[Table]['scalars'][Column]>>;
};
