import { counted } from '@skein/ui/counted';
import { useNavigate, useParams } from 'react-router-dom';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { templateWords } from '@skein/contracts/plain-template';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { Card } from '@skein/ui/card';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Tabs } from '@skein/ui/tabs';
import { LoadProblem } from '@skein/ui/load-problem';
import { styled } from 'styled-components';
import { GroupTable, Simulated, TestStatus } from '../parts';
import { base, useLists, useReport } from '../placement.hooks';
import { checkViews, isCheckView, type CheckView } from './check-views';
import { ChecksView } from './checks-view';
import { GoneEmails } from './gone-emails';
import { isRunOpen } from './is-run-open';
import { ContentView } from './content-view';
import { ChecksSummary } from './checks-summary';
import { MailTable } from './mail-table';
import { MatrixCard } from './matrix-card';
import { RunActions } from './run-actions';
import { RunsView } from './runs-view';
import { SelfSendingCard } from './self-sending-card';
import { StepsView } from './steps-view';
import { VerdictCard } from './verdict-card';
import { WhatToDo } from './what-to-do';

export type ResultView =
  | 'providers-view'
  | 'geo-view'
  | 'list'
  | 'runs'
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

/** The address of a view, of the run that is shown unless it is the newest. */
const addressOf = (report: PlacementReport, view: ResultView): string =>
  `${pathOf(report, view)}${report.run > 0 && report.run < report.runs ? `?run=${report.run}` : ''}`;
const pathOf = (report: PlacementReport, view: ResultView): string => {
  const place = `/app${base}/${report.id}`;
  if (view === 'providers-view' || view === 'geo-view') return `${place}/${report.type}/deliverability-results/${view}`;
  if (view === 'list' || view === 'runs') return `${place}/${report.type}/${view}`;
  if (isCheckView(view)) return `${place}/test/deliverability-results/${view}`;
  return `${place}/test/${view}`;
};
const views = [
  ['providers-view', 'Providers'],
  ['geo-view', 'Regions'],
  ['action-steps', 'Action steps'],
  ['content-analysis', 'Content'],
  ['list', 'Emails'],
  ['runs', 'Runs'],
] as const;

function Results({ id, view }: { id: number; view: ResultView }) {
  const [query, setQuery] = useSearchParams();
  const run = /^[1-9]\d{0,5}$/.test(query.get('run') ?? '') ? Number(query.get('run')) : undefined;
  const setRun = (number: number) => setQuery({ run: String(number) });
  const test = useReport(id, run);
  const { report } = test;
  const lists = useLists();
  usePage([{ label: 'SmartDelivery', to: lists }, { label: report?.name ?? 'Test' }]);
  if (!report && test.isUnknown) return <NotFoundPage what="The test was deleted, or it never existed." />;
  if (!report)
    return (
      <PageBody $well>
        {test.problem ? (
          <LoadProblem title="Could not load the test" {...test.problem} />
        ) : (
          <Loading label="Loading the test">
            <SkeletonRows rows={6} />
          </Loading>
        )}
      </PageBody>
    );
  const current = view === 'provider' ? 'providers-view' : view === 'geo-provider' ? 'geo-view' : view;
  return (
    <>
      <PageHeader
        title={report.name}
        status={
          <>
            <TestStatus test={report} />
            <Simulated />
          </>
        }
        detail={detailOf(report)}
        actions={<RunActions report={report} test={test} onRun={setRun} />}
      />
      <TabRow>
        <Tabs
          label="Results"
          height={44}
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
      </TabRow>
      <PageBody $well>
        <Stack $gap={4}>
          {isCheckView(view) && (
            <Tabs
              label="Checks"
              value={view}
              items={checkViews.map(([each, label]) => ({ id: each, label, href: addressOf(report, each) }))}
            />
          )}
          <GoneEmails at={report.emails_deleted_at} />
          <View report={report} view={view} onRun={setRun} />
        </Stack>
      </PageBody>
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
      if (report.runs === 0) return <VerdictCard report={report} />;
      return (
        <>
          <SelfSendingCard report={report} />
          {!(report.self_sending?.is_open && report.self_sending.found === 0) && <VerdictCard report={report} />}
          <Beside>
            <MatrixCard report={report} isOpen={isRunOpen(report)} />
            <WhatToDo report={report} />
          </Beside>
          <Card title={isGeo ? 'Placement by region' : 'Placement by provider'} padded={false}>
            <GroupTable
              label={isGeo ? 'Regions' : 'Providers'}
              first={isGeo ? 'Region' : 'Provider'}
              rows={isGeo ? report.by_region : report.by_provider}
              onOpen={open}
            />
          </Card>
          <ChecksSummary report={report} />
          {report.by_variant.length > 0 && (
            <Card title="Placement by variant" padded={false}>
              <GroupTable label="Variants" first="Variant" rows={variantRows(report)} />
            </Card>
          )}
          {!report.is_self_sent && (
            <Card title="Placement by mailbox" padded={false}>
              <GroupTable label="Mailboxes" first="Mailbox" rows={report.by_sender} />
            </Card>
          )}
        </>
      );
    }
    case 'runs':
      return <RunsView report={report} onRun={onRun} />;
    case 'list':
      return <MailTable report={report} />;
    case 'provider':
    case 'geo-provider': {
      const groups = view === 'provider' ? report.by_provider : report.by_region;
      const of = view === 'provider' ? { provider: name } : { region: name };
      return groups.some((group) => group.name === name) ? (
        <MailTable key={name} report={report} of={of} view={view} />
      ) : (
        <NotFoundPage />
      );
    }
    case 'content-analysis':
      return <ContentView report={report} />;
    case 'action-steps':
      return <StepsView report={report} />;
    default:
      return <ChecksView report={report} view={view} />;
  }
}

/** Variants by their letter and subject. */
const variantRows = ({ by_variant: rows, variants }: PlacementReport) =>
  rows.map((row) => {
    const subject = variants.find(({ label }) => label === row.name)?.subject ?? '';
    return { ...row, name: subject === '' ? row.name : `${row.name}: ${templateWords(subject)}` };
  });

/** Which run is shown, and what was sent. */
function detailOf(report: PlacementReport): string {
  const { run, runs, senders, seeds, is_self_sent: isOwn, is_paused: isPaused } = report;
  const paused = isPaused ? ' · paused' : '';
  if (runs === 0) return `No run yet${paused}`;
  const from = isOwn ? 'sent with another tool' : counted(senders, 'mailbox', 'mailboxes');
  return `Run ${run} of ${runs} · ${from}, ${counted(seeds, 'seed')}${paused}`;
}

const Beside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: var(--s-4);
  align-items: start;
  & > :only-child {
    grid-column: 1 / -1;
  }
  @media (max-width: 1200px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const TabRow = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  overflow-x: auto;
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;
