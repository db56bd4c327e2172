import type { WorkspaceId } from '@skein/contracts/ids';
import { UncertainMailError } from '#platform/mail/report-mail';
import type { AnalyticsDeps } from '../../deps';
import { findDelivery, moveDelivery, type DeliveryMove, type DeliveryRecord } from './deliveries.store';
import { makePdf, pdfName } from './make-pdf';
import { findReport, type ReportRecord } from './reports.store';
import { stopToken } from './stop-link';

type Deps = Pick<AnalyticsDeps, 'db' | 'realClock' | 'campaignClock' | 'heavyWork' | 'reports'>;

const unknown = 'The connection ended before the mail server confirmed the email. It was not sent again.';

/**
 * Sends one email of a report. It leaves at most once: the row says SENDING before the server is spoken to, and who finds it so after a
 * restart cannot know whether the server took it, and leaves the choice to a person.
 * @param isLast whether nobody tries again after this
 * @throws Error when it did not leave; the job is then tried again
 */
export async function deliverReport(
  deps: Deps,
  { workspaceId, deliveryId }: { workspaceId: WorkspaceId; deliveryId: number },
  isLast: boolean,
): Promise<void> {
  const read = await deps.db.tenantSql(workspaceId, async (sql) => {
    const delivery = await findDelivery(workspaceId, sql, deliveryId);
    return delivery && { delivery, report: await findReport(workspaceId, sql, delivery.report_id) };
  });
  if (!read?.report) return;
  const { delivery, report } = read;
  const move = (from: DeliveryMove['from'], to: DeliveryMove['to'], facts?: DeliveryMove['facts']) =>
    deps.db.tenantSql(workspaceId, (sql) => moveDelivery(workspaceId, sql, { id: deliveryId, from, to, facts }));
  if (delivery.state === 'SENDING') return void (await move(['SENDING'], 'UNCERTAIN', { problem: unknown }));
  if (delivery.state !== 'WAITING') return;
  if (delivery.is_stopped || delivery.recipient_id === null) return void (await move(['WAITING'], 'STOPPED'));
  try {
    const email = await writeEmail(deps, workspaceId, { report, delivery, recipientId: delivery.recipient_id });
    if (!(await move(['WAITING'], 'SENDING'))) return;
    await deps.reports.send(workspaceId, delivery.email, email);
  } catch (error) {
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'Unknown error';
    if (error instanceof UncertainMailError) return void (await move(['SENDING'], 'UNCERTAIN', { problem }));
    await move(['SENDING', 'WAITING'], isLast ? 'FAILED' : 'WAITING', { problem });
    throw error;
  }
  // A process that was only slow may have been taken for dead meanwhile; what it knows counts.
  await move(['SENDING', 'UNCERTAIN'], 'SENT', { sentAt: new Date(deps.realClock.now()) });
}

/** A delivery of a report and the person it goes to. */
interface ReportEmail {
  report: ReportRecord;
  delivery: DeliveryRecord;
  recipientId: number;
}

async function writeEmail(deps: Deps, workspaceId: WorkspaceId, { report, delivery, recipientId }: ReportEmail) {
  const range = { from: delivery.from_day, to: delivery.to_day, time_zone: report.time_zone ?? 'Etc/GMT' };
  const bytes = await makePdf(deps, workspaceId, { report, range });
  const { baseUrl } = await deps.reports.brandOf(workspaceId);
  const stopUrl = `${baseUrl}/api/analytics/report-stop/${stopToken(deps, workspaceId, recipientId)}`;
  return {
    subject: `${report.name}: ${range.from} to ${range.to}`,
    before: [`The report “${report.name}” for ${range.from} to ${range.to} is attached as a PDF.`],
    after: ['You get this email every week.', `To stop this report, open ${stopUrl}`],
    pdf: { name: pdfName(report.name, range.to), bytes },
    stopUrl,
    messageId: `<report-${workspaceId}-${delivery.id}@${new URL(baseUrl).hostname}>`,
  };
}
