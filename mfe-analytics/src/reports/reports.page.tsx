import type { ReportView } from '@skein/contracts/analytics/reports.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { Badge } from '@skein/ui/badge';
import { Card } from '@skein/ui/card';
import { Button } from '@skein/ui/button';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { BareLink } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { SubLine } from '@skein/ui/text';
import { scheduleText, shownText } from './report-labels';
import { useReports } from './reports.hooks';

/** Saved reports: own ones, shared ones, and for a client those of its agency. */
export function ReportsPage() {
  usePage([{ label: 'Analytics', to: '/app/global-analytics' }, { label: 'Reports' }]);
  const { reports, isLoading, problem } = useReports();
  return (
    <>
      <PageHeader title="Reports" />
      <PageBody $well>
        <Card padded={false}>
          <DataTable<ReportView>
            label="Reports"
            gutter={16}
            rows={reports}
            rowId={(row) => String(row.id)}
            rowLabel={(row) => row.name}
            loading={isLoading}
            error={problem}
            onRowOpen={(row) => navigateTo(`/app/global-analytics/reports/${row.id}`)}
            empty={
              <EmptyState
                icon="chart"
                title="No reports yet"
                actions={<Button href="/app/global-analytics">Open analytics</Button>}
              >
                Choose filters on an analytics page, then select Save report.
              </EmptyState>
            }
            columns={[
              {
                id: 'name',
                label: 'Report',
                fixed: true,
                flexible: true,
                minWidth: 200,
                cell: (row) => (
                  <>
                    <BareLink
                      href={`/app/global-analytics/reports/${row.id}`}
                      style={{ fontWeight: 'var(--w-medium)' }}
                    >
                      {row.name}
                    </BareLink>
                    <SubLine>{shownText(row)}</SubLine>
                  </>
                ),
              },
              {
                id: 'for',
                label: 'For',
                width: 180,
                cell: (row) => row.client_name ?? (row.is_shared ? 'The team' : 'You'),
              },
              {
                id: 'schedule',
                label: 'Weekly email',
                width: 280,
                cell: (row) =>
                  row.schedule?.is_active ? scheduleText(row) : <Badge tone="neutral">{scheduleText(row)}</Badge>,
              },
              {
                id: 'recipients',
                label: 'Recipients',
                width: 110,
                align: 'end',
                cell: (row) => row.recipients.toLocaleString('en-US'),
              },
              { id: 'by', label: 'Created by', width: 160, cell: (row) => row.made_by ?? '–' },
            ]}
          />
        </Card>
      </PageBody>
    </>
  );
}
