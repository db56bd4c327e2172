import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { useAccess } from '@skein/mfe/access';
import { navigateTo } from '@skein/mfe/navigation';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Card, CardBody } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { counted } from '@skein/ui/counted';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { DeliveriesCard } from './deliveries-card';
import { EditReport } from './edit-report';
import { pageAddress, shownText } from './report-labels';
import { useReport, useReportActions } from './reports.hooks';
import { ScheduleCard } from './schedule-card';

/** One report: the way to its page, its PDF, when it is mailed and to whom, and what was sent. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const { report, isMissing, problem } = useReport(reportId);
  usePage([
    { label: 'Analytics', to: '/app/global-analytics' },
    { label: 'Reports', to: '/app/global-analytics/reports' },
    { label: report?.name ?? 'Report' },
  ]);
  if (isMissing) return <NotFoundPage />;
  if (problem)
    return (
      <PageBody $well>
        <LoadProblem title="The report could not be loaded." message={problem.message} onRetry={problem.onRetry} />
      </PageBody>
    );
  return report ? <Known key={report.id} report={report} /> : <Loading label="Loading the report" />;
}

function Known({ report }: { report: ReportDetail }) {
  const access = useAccess();
  const { draw, isDrawing, remove } = useReportActions(report);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={report.name}
        detail={[shownText(report), report.client_name].filter(Boolean).join(', ')}
        actions={
          <>
            {report.is_own && <EditReport report={report} />}
            {report.is_own && (
              <Button icon="trash" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
            <Button icon="download" loading={isDrawing} onClick={() => void draw()}>
              PDF preview
            </Button>
            <Button variant="primary" href={pageAddress(report)}>
              Open
            </Button>
          </>
        }
      />
      <PageBody $well>
        {report.is_own && access.may('insights.export') ? (
          <>
            <ScheduleCard report={report} />
            <DeliveriesCard report={report} />
          </>
        ) : (
          <Card>
            <CardBody>
              <Text $tone="secondary">
                The PDF covers the last seven days. Open shows the figures for any dates you choose.
              </Text>
            </CardBody>
          </Card>
        )}
      </PageBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${report.name}?`}
        description={
          report.schedule?.is_active
            ? `${counted(report.recipients, 'recipient no longer gets', 'recipients no longer get')} it by email. The list of what was sent is deleted too.`
            : 'The list of what was sent is deleted too.'
        }
        confirmLabel="Delete report"
        onConfirm={async () => {
          await remove();
          navigateTo('/app/global-analytics/reports');
        }}
      />
    </>
  );
}
