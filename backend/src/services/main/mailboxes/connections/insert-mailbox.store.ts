import type { ClientId, MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { StoredMailbox } from '#engine/rows/central-rows';
import type { SqlClient } from '#platform/db/database';
import { slowStart } from '@skein/contracts/constants';
import { requireRoom } from '#access/access.api';
import type { ConnectionColumn } from './mailbox-record.store';

export interface NewMailbox extends Pick<
  StoredMailbox,
  ConnectionColumn | 'from_name' | 'from_email' | 'type' | 'files_sent_mail'
> {
  client_id?: ClientId | null;
  message_per_day?: number;
  min_time_to_wait_minutes?: number;
  time_zone?: string;
  signature?: string | null;
  bcc_email?: string | null;
  different_reply_to_address?: string | null;
  custom_tracking_domain?: string | null;
  /** Who has left the workspace by now is nobody. */
  created_by: number;
  /** Campaign time, as every other instant of a mailbox. */
  created_at: Date;
  /** False for a new mailbox that neither warms up nor begins with few emails a day. */
  starts_gently?: boolean | undefined;
}

export interface SealedSecret {
  kind: string;
  sealed: Uint8Array;
}

/**
 * Writes a mailbox with its secrets; null when its address is connected already. A mailbox that was removed and is
 * connected again takes up its old row, with its history and its warmup. Unless told otherwise a new one warms up, and
 * its daily cap grows from a few emails.
 * @throws SkeinError LIMIT_REACHED
 */
export async function insertMailbox(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { starts_gently: startsSlowly = true, ...mailbox }: NewMailbox,
  seal: (mailboxId: MailboxId) => SealedSecret[],
): Promise<number | null> {
  await requireRoom(workspaceId, sql, 'senders');
  const given = Object.entries(mailbox).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  // The limit that is given anew is nobody's to restore.
  const released = names.includes('message_per_day') ? `placement = mailbox.placement - 'cap',` : '';
  const { rows } = await sql.query<{ id: number; is_new: boolean }>(
    `
      insert into mailbox (workspace_id, ${names.join(', ')})
      values ($1, ${names
        .map((name, index) =>
          name === 'created_by'
            ? `(select id from app_user where workspace_id = $1 and id = $${index + 2})`
            : `$${index + 2}`,
        )
        .join(', ')})
      on conflict (workspace_id, from_email)
      do update set ${released} ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, deleted_at = null,
        is_suspended = false, suspended_at = null,
        failing_since = null, updated_at = now()
      where mailbox.deleted_at is not null
      returning id, xmax = 0 as is_new
    `,
    [workspaceId, ...given.map(([, value]) => value)],
  );
  const row = rows[0];
  if (!row) return null;
  const { id } = row;
  await writeSecrets(workspaceId, sql, id, seal(id));
  // Warmup that was on goes on: its loop let go of the mailbox while it was gone, and looks at it at once.
  await sql.query(
    `
      insert into warmup_mailbox (mailbox_id, workspace_id, next_plan_at)
      select m.id, m.workspace_id, 'epoch'
      from mailbox m
      where m.workspace_id = $1 and m.id = $2 and m.warmup ->> 'enabled' = 'true'
      on conflict
      do nothing
    `,
    [workspaceId, id],
  );
  if (startsSlowly && row.is_new) await startSlowly(workspaceId, sql, { mailboxId: id, at: mailbox.created_at });
  await applyClientRules(workspaceId, sql, [id]);
  return id;
}

/** Switches warmup on, and lets the daily cap grow where it is above that of the first day. `at` is campaign time. */
async function startSlowly(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  { mailboxId, at }: { mailboxId: MailboxId; at: Date },
): Promise<void> {
  const { rows } = await sql.query<{ started_at: string | null }>(
    `
      update mailbox
      set ramp = case
        when message_per_day > $4::int then jsonb_build_object(
          'from', to_char($3::timestamptz at time zone time_zone, 'YYYY-MM-DD'), 'start', $4::int, 'increase', $5::int
        )
      end
      where workspace_id = $1 and id = $2
      returning warmup ->> 'started_at' as started_at
    `,
    [workspaceId, mailboxId, at, slowStart.start, slowStart.increase],
  );
  const warmup = { enabled: true, started_at: rows[0]?.started_at ?? at.toISOString() };
  await sql.query('select write_warmup_settings($1, $2, $3::jsonb, $4)', [
    workspaceId,
    mailboxId,
    JSON.stringify(warmup),
    at,
  ]);
}

/** Gives new mailboxes of no client the client that a rule names (backend/prisma/functions/apply_client_rules.sql). */
export const applyClientRules = (
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxIds: readonly MailboxId[],
): Promise<unknown> => sql.query('select apply_client_rules($1, $2::int[])', [workspaceId, mailboxIds]);

/** Writes sealed credentials over those of the same kind. */
export async function writeSecrets(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  mailboxId: MailboxId,
  secrets: readonly SealedSecret[],
): Promise<void> {
  for (const secret of secrets) {
    await sql.query(
      `
        insert into mailbox_secret (workspace_id, mailbox_id, kind, sealed)
        values ($1, $2, $3, $4)
        on conflict (mailbox_id, kind)
        do update set sealed = excluded.sealed, updated_at = now()
      `,
      [workspaceId, mailboxId, secret.kind, Buffer.from(secret.sealed)],
    );
  }
}
