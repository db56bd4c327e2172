import type { ClientId, WorkspaceId } from '@skein/contracts/ids';
import type { Database } from '#platform/db/database';

export interface TrackingDomainRow {
  workspace_id: WorkspaceId;
  domain: string;
  pointed_at: Date | null;
  verified_at: Date | null;
  checked_at: Date | null;
  problem: string | null;
  mailboxes: number;
}

/** Mailboxes that somebody sees: of a client's login its own, of a limited member those that were given to them. */
const seen = `($3::int is null or m.client_id = $3) and ($4::int is null or m.id in (select member_mailboxes($4)))`;
const columns = `
  t.workspace_id, t.domain, t.pointed_at, t.verified_at, t.checked_at, t.problem,
  (
    select count(*)::int
    from mailbox m
    where m.workspace_id = t.workspace_id and m.custom_tracking_domain = t.domain and m.deleted_at is null and ${seen}
  ) as mailboxes
`;

/** Domains that a mailbox names; with a scope those of the mailboxes in it. */
export const listTrackingDomainRows = (
  db: Database,
  workspaceId: WorkspaceId,
  domain: string | null,
  scope: { clientId: ClientId | null; memberId: number | null } = { clientId: null, memberId: null },
): Promise<TrackingDomainRow[]> =>
  db.tenantSql(
    workspaceId,
    async (sql) =>
      (
        await sql.query<TrackingDomainRow>(
          `
            select ${columns}
            from tracking_domain t
            where t.workspace_id = $1
              and ($2::text is null or t.domain = $2)
              and exists (
                select
                from mailbox m
                where m.workspace_id = t.workspace_id
                  and m.custom_tracking_domain = t.domain
                  and m.deleted_at is null
                  and ${seen}
              )
            order by t.domain
            limit 500
          `,
          [workspaceId, domain, scope.clientId, scope.memberId],
        )
      ).rows,
  );

export const writeTrackingCheck = (
  db: Database,
  workspaceId: WorkspaceId,
  found: { domain: string; pointedAt: Date | null; verifiedAt: Date | null; problem: string | null; at: Date },
): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        update tracking_domain
        set pointed_at = $3, verified_at = $4, problem = $5, checked_at = $6
        where workspace_id = $1 and domain = $2
      `,
      [workspaceId, found.domain, found.pointedAt, found.verifiedAt, found.problem, found.at],
    );
  });

/** Notes that the CNAME leads to us, before the first request: a proxy gets a certificate for it only then. */
export const notePointed = (db: Database, workspaceId: WorkspaceId, domain: string, at: Date): Promise<void> =>
  db.tenantSql(workspaceId, async (sql) => {
    await sql.query(
      `
        update tracking_domain
        set pointed_at = coalesce(pointed_at, $3)
        where workspace_id = $1 and domain = $2
      `,
      [workspaceId, domain, at],
    );
  });

/** For the nightly look: every domain that a mailbox of a workspace names; what none names any more is forgotten. */
export const everyTrackingDomain = (db: Database): Promise<{ workspace_id: WorkspaceId; domain: string }[]> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        delete from tracking_domain t
        where not exists (
          select
          from mailbox m
          where m.workspace_id = t.workspace_id and m.custom_tracking_domain = t.domain and m.deleted_at is null
        )
      `,
    );
    return (
      await sql.query<{ workspace_id: WorkspaceId; domain: string }>(
        'select workspace_id, domain from tracking_domain order by workspace_id, domain',
      )
    ).rows;
  });

/**
 * Whether a certificate may be asked for: a tracking domain whose CNAME leads here, or a proven host name of an agency.
 * A proxy asks before anybody is known.
 */
export const leadsHere = (db: Database, host: string): Promise<boolean> =>
  db.systemSql(
    async (sql) =>
      (
        await sql.query(
          `
            select
            where exists (select from tracking_domain where domain = $1 and pointed_at is not null)
              or exists (select from whitelabel where domain = $1 and domain_verified_at is not null)
          `,
          [host],
        )
      ).rows.length > 0,
  );
