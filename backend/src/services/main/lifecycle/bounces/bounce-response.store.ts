import type { SenderCauseName } from '@skein/contracts/sender-causes';
import type { SqlClient } from '#platform/db/database';
import { writeSendingRest } from '#platform/mail/sending-rest.store';
import { restOfSender } from '#engine/bounces/rest-after-refusal';
import type { SenderState } from '#engine/inbox-sync/sender-state';
import type { BounceResponse } from '#engine/bounces/respond-to-bounces';
import type { Reaction, ResponseScope } from '#engine/bounces/bounce-rules';
import { cancelReservedWhere, holdImportedLeads, releaseImportedLeads } from '../lead-state/lead-state.api';

/** Begins a response: a weaker one to the same thing ends, and what is reserved against it is released. Nothing where one of its strength holds. */
export async function insertResponse(
  workspaceId: number,
  sql: SqlClient,
  given: BounceResponse & { label: string; reason: string; at: Date },
): Promise<boolean> {
  await sql.query(
    `
      update bounce_response
      set ended_at = $4, end_reason = 'ESCALATED'
      where workspace_id = $1 and scope = $2 and scope_id = $3 and ended_at is null and reaction = 'SLOW' and $5 <> 'SLOW'
        and bounce_class <> 'SENDER_STATE'
    `,
    [workspaceId, given.scope, given.scopeId, given.at, given.reaction],
  );
  const { rowCount } = await sql.query(
    `
      insert into bounce_response (
        workspace_id, scope, scope_id, label, reaction, bounce_class, percent, reason, level, began_at, until
      )
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (workspace_id, scope, scope_id, (bounce_class = 'SENDER_STATE')) where ended_at is null
      do nothing
    `,
    [
      workspaceId,
      given.scope,
      given.scopeId,
      given.label.slice(0, 300),
      given.reaction,
      given.class,
      given.percent,
      given.reason,
      given.level,
      given.at,
      new Date(given.until),
    ],
  );
  if (rowCount !== 1) return false;
  if (given.reaction === 'REST') await releaseOfMailboxes(workspaceId, sql, given.scope, given.scopeId);
  if (given.reaction === 'HOLD') await holdImport(workspaceId, sql, given.scopeId, new Date(given.until));
  return true;
}

/** A mailbox whose own server sends nothing for it. */
interface SenderRest {
  mailboxId: number;
  sender: Pick<SenderState, 'cause' | 'isSure'>;
  /** The server's own words. */
  words: string;
  /** Campaign time in milliseconds. */
  now: number;
}

/**
 * Lets a mailbox rest whose own server sends nothing for it, and releases what is reserved from it. First emails leave for another mailbox of their
 * campaign, because they have no thread to lose; follow-ups wait for theirs. @returns the end of the rest, in campaign time
 */
export async function restMailbox(
  workspaceId: number,
  sql: SqlClient,
  { mailboxId, sender, words, now }: SenderRest,
): Promise<number> {
  const until = await writeSendingRest(sql, { workspaceId, mailboxId }, restOfSender(sender, words, now), now);
  await cancelReservedWhere(sql, 'MAILBOX_PROVIDER_REST', {
    which: `i.workspace_id = $2 and i.kind = 'CAMPAIGN' and i.mailbox_id = $3`,
    values: [workspaceId, mailboxId],
    waits: { code: 'MAILBOX_PROVIDER_REST', whenDue: 'ONLY', freesNewLeads: true },
  });
  return until;
}

/** Emails of resting mailboxes that are reserved and not on their way: their leads wait. */
const releaseOfMailboxes = (workspaceId: number, sql: SqlClient, scope: ResponseScope, scopeId: string) =>
  cancelReservedWhere(sql, 'MAILBOX_BOUNCE_REST', {
    which: `i.workspace_id = $2 and i.kind = 'CAMPAIGN' and i.mailbox_id in (
      select m.id from mailbox m where m.workspace_id = $2 and ${scope === 'MAILBOX' ? 'm.id = $3::int' : `split_part(m.from_email, '@', 2) = $3`}
    )`,
    values: [workspaceId, scopeId],
    waits: { code: 'MAILBOX_BOUNCE_REST', whenDue: 'ONLY' },
  });

/** Leads of the import that have not been contacted leave the queues until the hold ends, so that no send round loads them. */
async function holdImport(workspaceId: number, sql: SqlClient, uploadId: string, until: Date): Promise<void> {
  await cancelReservedWhere(sql, 'IMPORT_ON_HOLD', {
    which: `i.workspace_id = $2 and i.kind = 'CAMPAIGN' and i.enrolment_id in (
      select h.id from enrolment h where h.workspace_id = $2 and h.upload_id = $3::int and h.status = 'STARTED'
    )`,
    values: [workspaceId, uploadId],
  });
  await holdImportedLeads(workspaceId, sql, uploadId, until);
}

/** Ends the responses of a workspace that have run out, at the time at which they ran out. @returns what ended */
export async function endOver(workspaceId: number, sql: SqlClient, now: Date): Promise<StoredResponse[]> {
  const { rows } = await sql.query<StoredResponse>(
    `
      update bounce_response
      set ended_at = until, end_reason = 'RECOVERED'
      where workspace_id = $1 and ended_at is null and until <= $2
      returning ${columns}
    `,
    [workspaceId, now],
  );
  return rows;
}

export interface StoredResponse {
  id: number;
  scope: ResponseScope;
  scope_id: string;
  label: string;
  reaction: Reaction;
  bounce_class: string;
  cause: SenderCauseName | null;
  percent: number | null;
  reason: string;
  level: number;
  began_at: Date;
  until: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

const columns =
  'id, scope, scope_id, label, reaction, bounce_class, cause, percent, reason, level, began_at, until, ended_at, end_reason';

/** Responses that hold, those that end first. */
export async function findActiveResponses(workspaceId: number, sql: SqlClient, now: Date): Promise<StoredResponse[]> {
  const { rows } = await sql.query<StoredResponse>(
    `select ${columns} from bounce_response where workspace_id = $1 and ended_at is null and until > $2 order by until, id limit 200`,
    [workspaceId, now],
  );
  return rows;
}

/** Ends a response before its time. @returns null where none of that id holds */
export async function releaseResponse(
  workspaceId: number,
  sql: SqlClient,
  id: number,
  now: Date,
): Promise<StoredResponse | null> {
  const {
    rows: [released],
  } = await sql.query<StoredResponse>(
    `
      update bounce_response
      set ended_at = $3, end_reason = 'RELEASED'
      where workspace_id = $1 and id = $2 and ended_at is null
      returning ${columns}
    `,
    [workspaceId, id, now],
  );
  if (!released) return null;
  if (released.scope === 'IMPORT') await releaseImportedLeads(workspaceId, sql, released.scope_id, released.until);
  return released;
}
