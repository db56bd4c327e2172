import type { Database } from '#platform/db/database';

/**
 * Brings the parts of each number of leads together into one row; rows that somebody is just writing wait for the next
 * time. Works across workspaces.
 */
export const gatherLeadCounts = (db: Database): Promise<void> =>
  db.systemSql(async (sql) => {
    await sql.query(
      `
        with taken as (
          delete from lead_count
          where id in (
            select c.id
            from lead_count c
            join (
              select workspace_id, campaign_id, status from lead_count group by 1, 2, 3 having count(*) > 1
            ) several using (workspace_id, campaign_id, status)
            for update of c skip locked
          )
          returning workspace_id, campaign_id, status, leads
        )
        insert into lead_count (workspace_id, campaign_id, status, leads)
        select workspace_id, campaign_id, status, sum(leads)
        from taken
        group by 1, 2, 3
        having sum(leads) <> 0
      `,
    );
  });
