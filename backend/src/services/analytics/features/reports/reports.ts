import type { ClientId } from '@skein/contracts/ids';
import {
  mostReports,
  type ReportDetail,
  type ReportPage,
  type ReportView,
} from '@skein/contracts/analytics/reports.contract';
import { permits } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { AnalyticsDeps } from '../../deps';
import { scopeOf } from '../figures/selection';
import { findDeliveries } from './deliveries.store';
import { nameFilters, type NameFilters } from './report-filters';
import {
  findRecipients,
  findReports,
  findScope,
  insertReport,
  removeReport,
  writeRecipients,
  writeReport,
  writeSchedule,
  type ReportRecord,
} from './reports.store';
import { nextTime } from './schedule';

type Deps = Pick<AnalyticsDeps, 'db' | 'realClock' | 'campaignClock'>;
const viewerOf = (who: RequestActor) => ({ userId: who.userId, clientId: who.client?.id ?? null });
/** Schedules follow the time of campaigns, as what they report does. */
export const nowOf = ({ campaignClock, realClock }: Deps): number => (campaignClock ?? realClock).now();
const mayShare = (who: RequestActor) => permits(who, 'insights.export');

const mayChange = (who: RequestActor, report: ReportRecord) =>
  report.user_id === who.userId || (!who.client && report.is_shared && mayShare(who));

function viewOf(who: RequestActor, report: ReportRecord, narrowed: NameFilters): ReportView {
  const { weekday, hour, time_zone } = report;
  return {
    id: report.id,
    name: report.name,
    page: report.page,
    address: report.address,
    narrowed_to: narrowed(report),
    is_shared: report.is_shared,
    is_own: mayChange(who, report),
    // Who works for the agency is nothing that its clients are told.
    made_by: who.client && report.user_id !== who.userId ? null : report.made_by,
    client_id: report.client_id,
    client_name: report.client_name,
    schedule:
      weekday === null || hour === null || time_zone === null
        ? null
        : {
            weekday,
            hour,
            time_zone,
            is_active: report.is_active,
            next_at: report.is_active ? (report.next_at?.toISOString() ?? null) : null,
          },
    recipients: who.client ? 0 : report.recipients,
    created_at: report.created_at.toISOString(),
  };
}

/** These reports as whoever asks may see them. */
async function viewsOf(who: RequestActor, sql: SqlClient, reports: readonly ReportRecord[]): Promise<ReportView[]> {
  const narrowed = await nameFilters(who.workspaceId, sql, scopeOf(who), reports);
  return reports.map((report) => viewOf(who, report, narrowed));
}

/** @throws SkeinError NOT_FOUND also for reports of others */
export async function requireReport(who: RequestActor, sql: SqlClient, id: number): Promise<ReportRecord> {
  const [report] = await findReports(who.workspaceId, sql, viewerOf(who), id);
  if (!report) throw notFound('This report');
  return report;
}

async function requireOwn(who: RequestActor, sql: SqlClient, id: number): Promise<ReportRecord> {
  const report = await requireReport(who, sql, id);
  if (!mayChange(who, report))
    throw new SkeinError('FORBIDDEN', 'Only who made a shared report, and people who may export, change it.');
  return report;
}

/** One report with its recipients and emails; a client is told neither. */
export async function detailOf(who: RequestActor, sql: SqlClient, id: number): Promise<ReportDetail> {
  const report = await requireReport(who, sql, id);
  const [recipients, deliveries] = who.client
    ? [[], []]
    : [await findRecipients(who.workspaceId, sql, id), await findDeliveries(who.workspaceId, sql, id)];
  const [view] = await viewsOf(who, sql, [report]);
  return {
    ...(view as ReportView),
    recipient_list: recipients.map(({ email, stopped_at }) => ({
      email,
      stopped_at: stopped_at?.toISOString() ?? null,
    })),
    deliveries: deliveries.map((one) => ({
      ...one,
      created_at: one.created_at.toISOString(),
      sent_at: one.sent_at?.toISOString() ?? null,
    })),
  };
}

export const listReports = (deps: Deps, who: RequestActor): Promise<{ reports: ReportView[] }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    reports: await viewsOf(who, sql, await findReports(who.workspaceId, sql, viewerOf(who))),
  }));

export const readReport = (deps: Deps, who: RequestActor, id: number): Promise<ReportDetail> =>
  deps.db.tenantSql(who.workspaceId, (sql) => detailOf(who, sql, id));

/** @throws SkeinError FORBIDDEN for sharing without the right to export, VALIDATION, LIMIT_REACHED */
export async function createReport(
  deps: Deps,
  who: RequestActor,
  given: { name: string; page: ReportPage; address: string; is_shared: boolean; client_id: ClientId | null },
): Promise<ReportDetail> {
  if ((given.is_shared || (given.client_id !== null && !who.client)) && !mayShare(who)) throw mayNotShare();
  // A client's pages are the global ones alone.
  if (given.page !== 'global-analytics' && !permits(who, 'insights.read'))
    throw invalidField('page', 'is not a page of yours');
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const clientId = who.client?.id ?? given.client_id;
    if (clientId !== null) {
      const { permissions } = await findScope(who.workspaceId, sql, { user_id: who.userId, client_id: clientId });
      if (permissions === null) throw invalidField('client_id', 'does not exist');
    }
    const id = await insertReport(
      who.workspaceId,
      sql,
      { ...given, user_id: who.userId, client_id: clientId, created_at: new Date(deps.realClock.now()) },
      mostReports,
    );
    if (id === null) throw invalidField('name', `is one too many: a person keeps at most ${mostReports} reports`);
    return detailOf(who, sql, id);
  });
}

const mayNotShare = () => new SkeinError('FORBIDDEN', 'Sharing a report needs the right to export.');

export const changeReport = (
  deps: Deps,
  who: RequestActor,
  id: number,
  change: { name?: string | undefined; address?: string | undefined; is_shared?: boolean | undefined },
): Promise<ReportDetail> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const report = await requireOwn(who, sql, id);
    if (change.is_shared !== undefined && change.is_shared !== report.is_shared && !mayShare(who)) throw mayNotShare();
    await writeReport(who.workspaceId, sql, id, change);
    // Unsharing another person's report hides it from whoever unshared it.
    if (report.user_id === who.userId || change.is_shared !== false) return detailOf(who, sql, id);
    const [view] = await viewsOf(who, sql, [{ ...report, is_shared: false }]);
    return { ...(view as ReportView), recipient_list: [], deliveries: [] };
  });

export const deleteReport = (deps: Deps, who: RequestActor, id: number): Promise<{ done: true }> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireOwn(who, sql, id);
    await removeReport(who.workspaceId, sql, id);
    return { done: true as const };
  });

/** @throws SkeinError VALIDATION for a schedule without recipients */
export const scheduleReport = (
  deps: Deps,
  who: RequestActor,
  id: number,
  given: { weekday: number; hour: number; time_zone: string; is_active: boolean; recipients: string[] },
): Promise<ReportDetail> =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireOwn(who, sql, id);
    const emails = [...new Set(given.recipients)];
    if (given.is_active && emails.length === 0) throw invalidField('recipients', 'is empty: name at least one address');
    await writeSchedule(who.workspaceId, sql, id, { ...given, next_at: nextTime(given, nowOf(deps)) });
    await writeRecipients(who.workspaceId, sql, id, emails);
    return detailOf(who, sql, id);
  });
