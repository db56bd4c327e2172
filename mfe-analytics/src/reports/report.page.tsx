import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { reportsContract, type ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { useAccess } from '@skein/mfe/access';
import { navigateTo } from '@skein/mfe/navigation';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { useAnalyticsDeleteReportMutation, useAnalyticsReportQuery } from '../api';
import { DeliveriesCard } from './deliveries-card';
import { pageAddress, pageName } from './report-words';
import { ScheduleCard } from './schedule-card';

/** One report: the way to its page, its PDF, when it is mailed and to whom, and what was sent. */
export function ReportPage() {
  const { reportId = '' } = useParams();
  const isId = /^[1-9]\d{0,8}$/.test(reportId);
  const { data, error, refetch } = useAnalyticsReportQuery({ params: { reportId: Number(reportId) } }, { skip: !isId });
  usePage([
    { label: 'Analytics', to: '/app/global-analytics' },
    { label: 'Reports', to: '/app/global-analytics/reports' },
    { label: data?.name ?? 'Report' },
  ]);
  if (!isId || (error && problemOf(error).status === 404)) return <NotFoundPage />;
  if (error)
    return (
      <PageBody $well>
        <Callout
          tone="danger"
          role="alert"
          title="Could not load the report"
          actions={
            <Button size="small" icon="refresh" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Callout>
      </PageBody>
    );
  return data ? <Known key={data.id} report={data} /> : <Loading label="Loading the report" />;
}

function Known({ report }: { report: ReportDetail }) {
  const access = useAccess();
  const [remove] = useAnalyticsDeleteReportMutation();
  const [isAsking, setAsking] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const draw = async () => {
    setDrawing(true);
    try {
      await saveAnswer(reportsContract, 'previewReport', { params: { reportId: report.id } }, `${report.name}.pdf`);
    } catch (error) {
      showProblem('The PDF could not be made', error);
    } finally {
      setDrawing(false);
    }
  };
  return (
    <>
      <PageHeader
        title={report.name}
        detail={[pageName(report.page), report.client_name].filter(Boolean).join(', ')}
        actions={
          <>
            {report.is_own && (
              <Button size="small" icon="trash" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
            <Button size="small" icon="download" loading={isDrawing} onClick={() => void draw()}>
              PDF preview
            </Button>
            <Button size="small" variant="primary" href={pageAddress(report)}>
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
            ? `${report.recipients} recipients no longer get it by email. The list of what was sent is deleted too.`
            : 'The list of what was sent is deleted too.'
        }
        confirmLabel="Delete report"
        onConfirm={async () => {
          await remove({ params: { reportId: report.id } }).unwrap();
          navigateTo('/app/global-analytics/reports');
        }}
      />
    </>
  );
}
