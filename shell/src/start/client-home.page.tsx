import type { ReactNode } from 'react';
import type { StatisticsView } from '@skein/contracts/analytics/figures';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import { reportsContract, type ReportView } from '@skein/contracts/analytics/reports.contract';
import { productName } from '@skein/mfe/brand';
import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { saveAnswer } from '@skein/mfe/save-answer';
import { useUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { Grid } from '@skein/ui/layout';
import { BareLink, Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { instantText } from './instant-text';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Text, truncate } from '@skein/ui/text';
import { styled } from 'styled-components';
import { homeDays, useClientHome } from './client-home.hooks';

const Lines = styled.ul`
  & > li {
    display: flex;
    align-items: center;
    gap: var(--s-3);
    min-height: 48px;
    padding: var(--s-1) var(--s-4);
    border-top: 1px solid var(--border);
  }
  & > li > div {
    flex: 1;
    min-width: 0;
  }
  & > li > div > * {
    display: block;
    ${truncate}
  }
  & > li > span {
    flex: none;
    font-size: var(--fs-2);
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Note = styled.p`
  padding: 0 var(--s-4) var(--s-4);
  color: var(--muted);
`;

interface Asked<Data> {
  data?: Data | undefined;
  error?: unknown;
  refetch: () => unknown;
}

/** A card of lines: what it waits for, what failed, nothing yet, or its lines. */
function ListCard<Data, Row>({
  title,
  asked,
  rowsOf,
  empty,
  all,
  children,
}: {
  title: string;
  asked: Asked<Data>;
  rowsOf: (data: Data) => readonly Row[];
  empty: string;
  all?: { label: string; href: string };
  children: (row: Row) => ReactNode;
}) {
  const rows = asked.data && rowsOf(asked.data);
  return (
    <Card title={title} padded={false} actions={all && <Link href={all.href}>{all.label}</Link>}>
      {!rows && !asked.error && (
        <Note as="div">
          <Loading label={`Loading ${title.toLowerCase()}`}>
            <SkeletonLines lines={3} />
          </Loading>
        </Note>
      )}
      {!rows && Boolean(asked.error) && (
        <Note as="div">
          <Callout
            tone="danger"
            role="alert"
            actions={
              <Button size="small" onClick={() => void asked.refetch()}>
                Try again
              </Button>
            }
          >
            {problemOf(asked.error).message}
          </Callout>
        </Note>
      )}
      {rows?.length === 0 && <Note>{empty}</Note>}
      {rows && rows.length > 0 && <Lines>{rows.map(children)}</Lines>}
    </Card>
  );
}

const shown: readonly Measure[] = ['sent', 'contacted', 'replied', 'positive', 'meetings'];
const whole = new Intl.NumberFormat('en-US');

function Figures({ data }: { data: StatisticsView | undefined }) {
  return (
    <Stats aria-label={`The last ${homeDays} days`} style={{ flex: 'none' }}>
      {shown.map((measure) => {
        const before = data?.previous?.counts[measure];
        const change = data && before !== undefined ? data.counts[measure] - before : null;
        return (
          <Stat
            key={measure}
            label={measureDefinitions[measure].label}
            definition={measureDefinitions[measure].definition}
            href={`/app/global-analytics?figure=${measure}`}
            value={data ? whole.format(data.counts[measure]) : null}
            loading={!data}
            {...(change === null
              ? {}
              : {
                  trend: {
                    direction: change > 0 ? ('up' as const) : change < 0 ? ('down' as const) : ('flat' as const),
                    text: `from ${whole.format(before ?? 0)}`,
                    ...(measure === 'sent' ? {} : { good: change > 0 }),
                  },
                })}
          />
        );
      })}
    </Stats>
  );
}

async function savePdf(report: ReportView): Promise<void> {
  try {
    await saveAnswer(reportsContract, 'previewReport', { params: { reportId: report.id } }, `${report.name}.pdf`);
  } catch (error) {
    showProblem('The PDF could not be created', error);
  }
}

/** /app/home: what an agency's client comes for, and nothing else: its campaigns, its replies and its reports. */
export function ClientHomePage() {
  usePage([{ label: 'Home' }]);
  const user = useUser();
  const { now, timeZone, seesFigures, figures, campaigns, reports, replies } = useClientHome();
  return (
    <>
      <PageHeader title={user.name || productName()} />
      <PageBody $well>
        {seesFigures && figures.error && !figures.data && (
          <LoadProblem
            title="Your figures could not be loaded."
            message={problemOf(figures.error).message}
            onRetry={() => void figures.refetch()}
          />
        )}
        {seesFigures && (figures.data || !figures.error) && <Figures data={figures.data} />}
        <Grid $min={320} $gap={4}>
          <ListCard
            title="Latest replies"
            asked={replies}
            rowsOf={(data) => data.rows}
            empty="Replies to your campaigns appear here."
            all={{ label: 'Open the inbox', href: '/app/master-inbox' }}
          >
            {(row) => (
              <li key={row.enrolment_id}>
                <div>
                  <BareLink
                    href={`/app/master-inbox/replies/${row.enrolment_id}`}
                    style={{ fontWeight: row.is_read ? 'var(--w-medium)' : 'var(--w-bold)' }}
                  >
                    {[row.lead.first_name, row.lead.last_name].filter(Boolean).join(' ') || row.lead.email}
                  </BareLink>
                  <Text $size={2} $tone="muted">
                    {row.snippet || row.subject}
                  </Text>
                </div>
                {row.time && <span>{instantText(row.time, now, timeZone)}</span>}
              </li>
            )}
          </ListCard>
          {seesFigures && (
            <ListCard
              title={`Campaigns, last ${homeDays} days`}
              asked={campaigns}
              rowsOf={(data) => data.rows.filter((row) => row.campaign_id !== null)}
              empty="Your agency has not started a campaign for you yet."
              all={{ label: 'All campaigns', href: '/app/email-campaign/all' }}
            >
              {(row) => (
                <li key={row.campaign_id}>
                  <div>
                    <BareLink
                      href={`/app/email-campaign/${row.campaign_id}/overview/analytics`}
                      style={{ fontWeight: 'var(--w-medium)' }}
                    >
                      {row.name}
                    </BareLink>
                    <Text $size={2} $tone="muted">
                      {`${whole.format(row.counts.sent)} sent, ${whole.format(row.counts.replied)} replied`}
                    </Text>
                  </div>
                  <span>{`${whole.format(row.counts.positive)} positive`}</span>
                </li>
              )}
            </ListCard>
          )}
          {seesFigures && (
            <ListCard
              title="Reports"
              asked={reports}
              rowsOf={(data) => data.reports}
              empty="Reports from your agency appear here."
              all={{ label: 'Open analytics', href: '/app/global-analytics' }}
            >
              {(report) => (
                <li key={report.id}>
                  <div>
                    <BareLink
                      href={`/app/global-analytics/reports/${report.id}`}
                      style={{ fontWeight: 'var(--w-medium)' }}
                    >
                      {report.name}
                    </BareLink>
                    <Text $size={2} $tone="muted">
                      The last seven days
                    </Text>
                  </div>
                  <Button
                    size="small"
                    icon="download"
                    aria-label={`Download ${report.name} as PDF`}
                    onClick={() => void savePdf(report)}
                  >
                    PDF
                  </Button>
                </li>
              )}
            </ListCard>
          )}
        </Grid>
      </PageBody>
    </>
  );
}
