import type { SqlClient } from '#platform/db/database';
import type { TestedMail, TestedMails } from '#platform/tracking/visit-recorder';

/** Emails of placement tests, for whoever answers the links in them. System role only: a link names no workspace. */
export const testedMails: TestedMails = {
  async find(sql: SqlClient, mailId: bigint): Promise<TestedMail | null> {
    const { rows } = await sql.query<TestedMail>(
      `
        select p.workspace_id as "workspaceId", s.email, p.links
        from placement_mail p
        join placement_seed s on s.id = p.seed_id
        where p.id = $1 and p.mailbox_id is not null and p.state in ('SUBMITTING', 'SENT', 'IN_DOUBT')
      `,
      [mailId.toString()],
    );
    return rows[0] ?? null;
  },
};
