import {
  campaignStatuses,
  campaignStatusReasons,
  categoryAuthors,
  enrolmentReasons,
  intentKinds,
  intentStates,
  leadStatuses,
  mailboxAuthMethods,
  mailboxFailureCodes,
  mailboxTypes,
  portTypes,
} from '@skein/contracts/constants';
import { smtpFailureClasses } from '#platform/mail/smtp-failure';
import { holdKinds } from '../enrolment/lead-state';
import { bounceClasses } from '../inbox-sync/bounce-class';
import { cancelReasons } from '../sending/cancel-reasons';
import { CONSTRAINT_CODES } from '../sending/constraints';

/**
 * The columns of the four central tables that hold one value of a list, and the list. A check of the database says the
 * same (`<table>_<column>_closed`): a value that is added here needs a migration that widens the check, and the version
 * before keeps writing its own.
 */
export const closedColumns = {
  campaign: { status: campaignStatuses, status_reason: campaignStatusReasons },
  enrolment: {
    status: leadStatuses,
    reason: enrolmentReasons,
    hold_kind: holdKinds,
    constraint_code: [...CONSTRAINT_CODES, 'LOST_LEASE' as const],
    category_by: categoryAuthors,
  },
  intent: {
    kind: intentKinds,
    state: intentStates,
    failure_class: [...bounceClasses, ...smtpFailureClasses],
    cancel_reason: cancelReasons,
    sent_copy: ['WANTED', 'FILED', 'GIVEN_UP'] as const,
    drafted_by: ['AI'] as const,
  },
  mailbox: {
    type: mailboxTypes,
    auth_method: mailboxAuthMethods,
    smtp_port_type: portTypes,
    imap_port_type: portTypes,
    failure_code: mailboxFailureCodes,
  },
} satisfies Record<string, Record<string, readonly string[]>>;

export type ClosedTable = keyof typeof closedColumns;

/** The values of the closed columns of a table. */
export type ClosedValues<Table extends ClosedTable> = {
  [
    Column in keyof (typeof closedColumns)[Table]
  ]: (typeof closedColumns)[Table][Column] extends readonly (infer Value)[] ? Value : never;
};
