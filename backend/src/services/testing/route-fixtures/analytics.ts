import type { FixtureRows, RouteIds } from './fixture-rows';

/** A saved report and one delivery of it. */
export async function createReportRows({ insert, person }: FixtureRows): Promise<RouteIds> {
  const reportId = await insert(
    `
      insert into saved_report (workspace_id, user_id, name, page, address, created_at)
      values ($1, $2, 'Fixture', 'global-analytics', '', now())
    `,
    [person.userId],
  );
  return {
    reportId,
    reportDeliveryId: await insert(
      `
        insert into report_delivery (workspace_id, report_id, from_day, to_day, email, created_at)
        values ($1, $2, '2026-11-02', '2026-11-08', 'reader@company.test', now())
      `,
      [reportId],
    ),
  };
}
