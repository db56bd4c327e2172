import type { TableRow } from '#platform/db/table-row';
import type { ClosedTable, ClosedValues } from './closed-columns';

type CentralRow<Table extends ClosedTable> = {
  [Column in keyof TableRow<Table>]: Column extends keyof ClosedValues<Table>
    ? ClosedValues<Table>[Column] | Extract<TableRow<Table>[Column], null>
    : TableRow<Table>[Column];
};

/** Rows of the four central tables as statements deliver them; stores pick the columns that they select. */
export type StoredCampaign = CentralRow<'campaign'>;
export type StoredEnrolment = CentralRow<'enrolment'>;
export type StoredIntent = CentralRow<'intent'>;
export type StoredMailbox = CentralRow<'mailbox'>;
