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

/** A row of a table as a statement delivers it, from the schema files. */
export type TableRow<Table extends keyof Payloads> = {
  [Column in keyof Payloads[Table]['scalars']]: Delivered<Payloads[Table]['scalars'][Column]>;
};
