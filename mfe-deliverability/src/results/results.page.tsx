import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { placementLimits, type PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable } from '@skein/ui/data-table';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Tabs } from '@skein/ui/tabs';
import { GroupTable, percent, Problem, Simulated, TestStatus } from '../parts';
import { base, useMayTest, useReport } from '../placement.hooks';
import { checkViews, isCheckView, type CheckView } from './check-views';
import { ChecksView } from './checks-view';
import { ContentView } from './content-view';
import { DiagnosisCard } from './diagnosis-card';
import { MailTable } from './mail-table';
import { StepsView } from './steps-view';

export type ResultView =
  | 'providers-view'
  | 'geo-view'
  | 'list'
  | 'content-analysis'
  | 'action-steps'
  | CheckView
  | 'provider'
  | 'geo-provider';

/** Everything that one test found, one view of it at a time. */
export function ResultsPage({ view }: { view: ResultView }) {
  const { testId, testType } = useParams();
  const id = Number(testId);
  const isType = testType === undefined || ['auto', 'manual', 'test'].includes(testType);
  return Number.isInteger(id) && id > 0 && isType ? <Results id={id} view={view} /> : <NotFoundPage />;
}

const addressOf = (report: PlacementReport, view: ResultView): string => {
  const place = `/app${base}/${report.id}`;
  if (view === 'providers-view' || view === 'geo-view') return `${place}/${report.type}/deliverability-results/${view}`;
  if (view === 'list') return `${place}/${report.type}/list`;
  if (isCheckView(view)) return `${place}/test/deliverability-results/${view}`;
  return `${place}/test/${view}`;
};
const views = [
  ['providers-view', 'Providers'],
  ['geo-view', 'Regions'],
  ['list', 'Emails'],
  ['action-steps', 'Action steps'],
  ['content-analysis', 'Content'],
] as const;

function Results({ id, view }: { id: number; view: ResultView }) {
  const [run, setRun] = useState<number | undefined>(undefined);
  const [isDeleting, setDeleting] = useState(false);
  const test = useReport(id, run);
  const mayTest = useMayTest();
  const { report } = test;
  usePage([{ label: 'SmartDelivery', to: `/app${base}/auto/all-tests` }, { label: report?.name ?? 'Test' }]);
  if (!report)
    return (
      <PageBody $well>
        {test.problem ? (
          <Problem title="Could not load the test" problem={test.problem} />
        ) : (
          <Loading label="Loading the test">
            <SkeletonRows rows={6} />
          </Loading>
        )}
      </PageBody>
    );
  const current = view === 'provider' ? 'providers-view' : view === 'geo-provider' ? 'geo-view' : view;
  const isOnItsWay = report.latest.waiting > 0;
  return (
    <>
      <PageHeader
        title={report.name}
        status={<TestStatus status={report.status} />}
        tabs={
          <Tabs
            label="Results"
            line={false}
            value={isCheckView(current) ? 'checks' : current}
            items={[
              ...views.map(([each, label]) => ({
                id: each as string,
                label: label as string,
                href: addressOf(report, each),
              })),
              { id: 'checks', label: 'Checks', href: addressOf(report, 'spf') },
            ]}
          />
        }
        actions={
          mayTest && (
            <>
              {isOnItsWay || report.next_run_at !== null ? <Button onClick={test.stop}>Stop</Button> : null}
              {!isOnItsWay && (
                <Button icon="refresh" loading={test.isStarting} onClick={test.runAgain}>
                  Run again
                </Button>
              )}
              <Button variant="danger" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )
        }
      />
      <PageBody $well>
        <Stack $gap={4}>
          <Simulated />
          {isCheckView(view) && (
            <Tabs
              label="Checks"
              value={view}
              items={checkViews.map(([each, label]) => ({ id: each, label, href: addressOf(report, each) }))}
            />
          )}
          <View report={report} view={view} onRun={setRun} />
        </Stack>
      </PageBody>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${report.name}?`}
        description={`Its ${report.runs} runs and their results are permanently deleted.`}
        confirmLabel="Delete test"
        onConfirm={() => test.remove(report.type)}
      />
    </>
  );
}

function View({ report, view, onRun }: { report: PlacementReport; view: ResultView; onRun: (run: number) => void }) {
  const navigate = useNavigate();
  const name = useParams().providerId;
  switch (view) {
    case 'providers-view':
    case 'geo-view': {
      const isGeo = view === 'geo-view';
      const open = (row: { name: string }) =>
        void navigate(
          `${base}/${report.id}/test/${encodeURIComponent(row.name)}/${isGeo ? 'geo-provider' : 'provider'}`,
        );
      return (
        <>
          <Figures report={report} />
          <DiagnosisCard report={report} />
          <Card title={isGeo ? 'Placement by region' : 'Placement by provider'} padded={false}>
            <GroupTable
              label={isGeo ? 'Regions' : 'Providers'}
              first={isGeo ? 'Region' : 'Provider'}
              rows={isGeo ? report.by_region : report.by_provider}
              onOpen={open}
            />
          </Card>
          <Card title="Placement by mailbox" padded={false}>
            <GroupTable label="Mailboxes" first="Mailbox" rows={report.by_sender} />
          </Card>
          {report.history.length > 1 && <History report={report} onRun={onRun} />}
        </>
      );
    }
    case 'list':
      return <MailTable report={report} mails={report.mails} />;
    case 'provider':
    case 'geo-provider': {
      const mails = report.mails.filter((mail) => (view === 'provider' ? mail.provider : mail.region) === name);
      return mails.length === 0 ? <NotFoundPage /> : <MailTable report={report} mails={mails} />;
    }
    case 'content-analysis':
      return <ContentView report={report} />;
    case 'action-steps':
      return <StepsView report={report} />;
    default:
      return <ChecksView report={report} view={view} />;
  }
}

const Figures = ({ report }: { report: PlacementReport }) => {
  const shown = report.history.find(({ number }) => number === report.run) ?? report.latest;
  return (
    <Stats>
      <Stat label="Placement" value={percent(shown.score)} detail={`passes at ${placementLimits.passPercent}%`} />
      <Stat label="Inbox" value={shown.inbox} />
      <Stat label="Tabs" value={shown.tab} />
      <Stat label="Spam" value={shown.spam} />
      <Stat label="Missing" value={shown.missing} />
      <Stat label="Waiting" value={shown.waiting} detail={`of ${shown.mails} emails`} />
    </Stats>
  );
};

const History = ({ report, onRun }: { report: PlacementReport; onRun: (run: number) => void }) => (
  <Card title="Runs" padded={false}>
    <DataTable
      label="Runs"
      gutter={16}
      rows={report.history.toReversed()}
      rowId={({ number }) => String(number)}
      rowLabel={({ number }) => `Run ${number}`}
      onRowOpen={({ number }) => onRun(number)}
      empty={null}
      columns={[
        { id: 'run', label: 'Run', fixed: true, cell: ({ number }) => `Run ${number}` },
        { id: 'score', label: 'Placement', align: 'end', cell: ({ score }) => percent(score) },
        { id: 'spam', label: 'Spam', align: 'end', cell: ({ spam }) => spam },
        { id: 'missing', label: 'Missing', align: 'end', cell: ({ missing }) => missing },
      ]}
    />
  </Card>
);
