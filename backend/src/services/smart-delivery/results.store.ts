import type { MailboxId, WorkspaceId } from '@skein/contracts/ids';
import type { SqlClient } from '#platform/db/database';
import type { MessageAuthentication } from '#platform/mail-authentication/authenticate-message';

export interface ResultMail {
  id: number;
  mailbox_id: MailboxId | null;
  sender: string;
  seed_id: number;
  seed: string;
  provider: string;
  region: string;
  is_sandbox: boolean;
  state: 'PLANNED' | 'SUBMITTING' | 'SENT' | 'IN_DOUBT' | 'FAILED' | 'CANCELLED';
  send_at: Date;
  sent_at: Date | null;
  landed: 'INBOX' | 'TAB' | 'SPAM' | 'MISSING' | null;
  landed_at: Date | null;
  found_in: string | null;
  failure_text: string | null;
  kind: 'REAL' | 'CONTROL';
  client_ip: string | null;
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  variant: string | null;
}

const columns = `p.id, p.mailbox_id, coalesce(m.from_email, p.from_email, 'Not found yet') as sender, p.seed_id,
  s.email as seed, s.provider, s.region, s.is_sandbox, p.state,
  p.variant, p.send_at, p.sent_at, p.landed, p.landed_at, p.found_in, p.failure_text, p.kind, p.client_ip,
    p.authentication->'spf'->>'result' as spf,
  case when p.authentication is null then null
    when p.authentication->'dkim' @> '[{"result": "pass"}]' then 'pass'
    else coalesce(p.authentication->'dkim'->0->>'result', 'none') end as dkim, p.authentication->'dmarc'->>'result' as dmarc`;

/** The mails of one run of a test. System role: seeds belong to the installation, the workspace is asked for by name. */
export async function findMails(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  run: number,
): Promise<ResultMail[]> {
  return (
    await sql.query<ResultMail>(
      `
        select ${columns}
        from placement_run r
        join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
        left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
        join placement_seed s on s.id = p.seed_id
        where r.workspace_id = $1 and r.test_id = $2 and r.number = $3
        order by sender, s.provider, s.region, p.id
      `,
      [workspaceId, testId, run],
    )
  ).rows;
}

/** What a page of the emails of a run is narrowed to. */
export interface MailFilter {
  testId: number;
  /** The latest unless named. */
  run?: number | undefined;
  search?: string | undefined;
  provider?: string | undefined;
  region?: string | undefined;
  placement?: string | undefined;
  kind?: string | undefined;
  offset: number;
  limit: number;
}

const ofFilter = `
  r.workspace_id = $1
  and r.test_id = $2
  and r.number = coalesce($3, (select max(number) from placement_run where workspace_id = $1 and test_id = $2))
  and (
    $4::text is null
    or strpos(
      lower(concat_ws(E'\\n', s.email, coalesce(m.from_email, p.from_email), s.provider, s.region, 'variant ' || p.variant)),
      lower($4)
    ) > 0
  )
  and ($5::text is null or s.provider = $5)
  and ($6::text is null or s.region = $6)
  and (
    $7::text is null
    or case $7
      when 'FAILED' then p.state = 'FAILED'
      when 'WAITING' then p.landed is null and p.state not in ('FAILED', 'CANCELLED')
      else p.landed = $7
    end
  )
  and ($8::text is null or p.kind = $8)
`;

/** A page of the emails of a run, and how many match in all. System role: seeds belong to the installation. */
export async function findMailPage(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  filter: MailFilter,
): Promise<{ rows: ResultMail[]; total: number }> {
  const { testId, run, search, provider, region, placement, kind, offset, limit } = filter;
  const values = [workspaceId, testId, run, search || null, provider, region, placement, kind];
  const from = `
    from placement_run r
    join placement_mail p on p.workspace_id = r.workspace_id and p.run_id = r.id
    left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
    join placement_seed s on s.id = p.seed_id
    where ${ofFilter}
  `;
  const { rows } = await sql.query<ResultMail>(
    `select ${columns} ${from} order by sender, s.provider, s.region, p.id offset $9 limit $10`,
    [...values, offset, limit],
  );
  const { rows: counted } = await sql.query<{ total: number }>(`select count(*)::int as total ${from}`, values);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** A mail with all that is kept of it. */
export interface WholeMail extends ResultMail {
  headers: string | null;
  body: string | null;
  authentication: MessageAuthentication | null;
  spam: object | null;
}

export async function findMail(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  testId: number,
  mailId: number,
): Promise<WholeMail | null> {
  return (
    (
      await sql.query<WholeMail>(
        `
          select ${columns}, p.headers, p.body, p.spam,
            -- Of an old run only the results are left.
            case when r.emails_deleted_at is null then p.authentication end as authentication
          from placement_mail p
          join placement_run r on r.workspace_id = p.workspace_id and r.id = p.run_id
          left join mailbox m on m.workspace_id = p.workspace_id and m.id = p.mailbox_id
          join placement_seed s on s.id = p.seed_id
          where p.workspace_id = $1 and r.test_id = $2 and p.id = $3
        `,
        [workspaceId, testId, mailId],
      )
    ).rows[0] ?? null
  );
}
