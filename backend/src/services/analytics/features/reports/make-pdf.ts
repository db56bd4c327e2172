import type { WorkspaceId } from '@skein/contracts/ids';
import { drawReportTask } from '#platform/pdf/draw-report';
import { workForRequest } from '#platform/workers/answer-heavy';
import type { RequestActor } from '#platform/http/request-actor';
import type { AnalyticsDeps } from '../../deps';
import type { Who } from '../figures/selection';
import { nowOf, requireReport } from './reports';
import { readReportContent } from './report-content';
import { findScope, type ReportRecord } from './reports.store';
import { weekBefore } from './schedule';

type Deps = Pick<AnalyticsDeps, 'db' | 'realClock' | 'campaignClock' | 'heavyWork' | 'reports'>;

/** The client that a report is about, as somebody who looks: its own campaigns, without the categories hidden from it. */
async function whoOf(deps: Deps, workspaceId: WorkspaceId, report: ReportRecord): Promise<Who> {
  const scope = await deps.db.tenantSql(workspaceId, (sql) => findScope(workspaceId, sql, report));
  return {
    workspaceId,
    userId: report.user_id,
    // Only who may see everything shares a report; it stays whole when they leave.
    role: (scope.role ?? 'FULL_MEMBER_ACCESS') as Who['role'],
    client:
      report.client_id === null
        ? null
        : {
            id: report.client_id,
            permissions: scope.permissions ?? [],
            restrictedCategories: scope.restricted_categories ?? [],
          },
  };
}

/** A report, its days, and the person it is made for. */
interface ReportToPrint {
  report: ReportRecord;
  range: { from: string; to: string; time_zone: string };
  who?: Who;
}

/** The PDF of these days. */
export async function makePdf(
  deps: Deps,
  workspaceId: WorkspaceId,
  { report, range, who }: ReportToPrint,
): Promise<Uint8Array> {
  const { name, look, readLogo } = await deps.reports.brandOf(workspaceId, report.client_id);
  const content = await readReportContent(deps.db, who ?? (await whoOf(deps, workspaceId, report)), {
    report,
    range,
    brand: { name, look, logo: await readLogo() },
  });
  return workForRequest(deps.heavyWork, drawReportTask, content);
}

/** As it would be mailed now; members with limited access get what they may see of it. */
export async function previewReport(deps: Deps, who: RequestActor, id: number, zone = 'Etc/GMT'): Promise<Response> {
  const report = await deps.db.tenantSql(who.workspaceId, (sql) => requireReport(who, sql, id));
  const timeZone = report.time_zone ?? zone;
  const range = { ...weekBefore(nowOf(deps), timeZone), time_zone: timeZone };
  const isLimited = !who.client && who.role === 'LIMITED_FULL_MEMBER_ACCESS';
  const pdf = await makePdf(deps, who.workspaceId, { report, range, who: isLimited || who.client ? who : undefined });
  return new Response(pdf.slice().buffer, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${pdfName(report.name, range.to)}"`,
      'cache-control': 'private, no-store',
    },
  });
}

/** A name that every file system takes. */
export const pdfName = (name: string, day: string): string =>
  `${
    name
      .normalize('NFKD')
      .split(/[^\w]+/)
      .filter(Boolean)
      .join('-')
      .toLowerCase() || 'report'
  }-${day}.pdf`;
