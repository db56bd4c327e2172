import type { Database } from '../../../../platform/db/database';

/** Brings the parts of each number of leads together into one row; rows that somebody is just writing wait for the next time. Works across workspaces. */
export const gatherLeadCounts = (db: Database): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `WITH taken AS (
       DELETE FROM lead_count WHERE id IN (
         SELECT c.id FROM lead_count c JOIN (SELECT workspace_id, campaign_id, status FROM lead_count GROUP BY 1, 2, 3 HAVING count(*) > 1) several USING (workspace_id, campaign_id, status) FOR UPDATE OF c SKIP LOCKED)
       RETURNING workspace_id, campaign_id, status, leads)
     INSERT INTO lead_count (workspace_id, campaign_id, status, leads) SELECT workspace_id, campaign_id, status, sum(leads) FROM taken GROUP BY 1, 2, 3 HAVING sum(leads) <> 0`,
    );
  });
