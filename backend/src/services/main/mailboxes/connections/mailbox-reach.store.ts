import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';
import type { ConnectionColumn, MailboxRecord } from './mailbox-record.store';

/** How a mailbox's servers are reached; its secrets are sealed. */
export interface MailboxReach extends Pick<MailboxRecord, 'id' | ConnectionColumn> {
  secrets: Map<string, Buffer>;
}

type Row = Omit<MailboxReach, 'secrets'> & { kinds: string[]; sealed: Buffer[] };

/** One mailbox of a workspace. */
export interface MailboxOf {
  workspaceId: WorkspaceId;
  mailboxId: MailboxId;
}

/**
 * How mailboxes are reached, each of its own workspace; one that is not there, or was removed, is missing. Asked by the
 * engine, for many mailboxes of many workspaces in one question.
 */
export async function readReaches(db: Database, mailboxes: readonly MailboxOf[]): Promise<Map<number, MailboxReach>> {
  const rows = await db.systemStatement<Row>(
    `
      select m.id, m.auth_method, m.smtp_host, m.smtp_port, m.smtp_port_type, m.smtp_username, m.imap_host,
        m.imap_port, m.imap_port_type, m.imap_username,
        array(
          select s.kind
          from mailbox_secret s
          where s.workspace_id = m.workspace_id and s.mailbox_id = m.id
          order by s.kind
        ) as kinds,
        array(
          select s.sealed
          from mailbox_secret s
          where s.workspace_id = m.workspace_id and s.mailbox_id = m.id
          order by s.kind
        ) as sealed
      from unnest($1::int[], $2::int[]) as g(workspace_id, id)
      join mailbox m on m.workspace_id = g.workspace_id and m.id = g.id
      where m.deleted_at is null
    `,
    [mailboxes.map((one) => one.workspaceId), mailboxes.map((one) => one.mailboxId)],
  );
  return new Map(
    rows.map(({ kinds, sealed, ...row }): [number, MailboxReach] => [
      row.id,
      { ...row, secrets: new Map(kinds.map((kind, place) => [kind, sealed[place] as Buffer])) },
    ]),
  );
}
