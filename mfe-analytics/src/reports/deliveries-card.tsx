import type { ReportDelivery, ReportDetail } from '@skein/contracts/analytics/reports.contract';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { useRetryDelivery } from './reports.hooks';
import { instantText } from '../instant-text';
import { deliveryWords } from './report-labels';

/** Every email of the report with how it went; what failed can be sent again. */
export function DeliveriesCard({ report }: { report: ReportDetail }) {
  const { timeZone } = useUi();
  const { retry, isRetrying } = useRetryDelivery(report.id);
  return (
    <Card title="Sent emails" padded={false}>
      <DataTable<ReportDelivery>
        label="Sent emails"
        gutter={16}
        rows={report.deliveries}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.email}
        empty={
          <EmptyState level={3} icon="mail" title="Nothing sent yet">
            Each weekly email appears here, with any failure and its reason.
          </EmptyState>
        }
        columns={[
          { id: 'email', label: 'Recipient', fixed: true, flexible: true, minWidth: 200, cell: (row) => row.email },
          { id: 'week', label: 'Days', width: 200, cell: (row) => `${row.from_day} to ${row.to_day}` },
          {
            id: 'state',
            label: 'State',
            width: 130,
            phone: 'status',
            cell: (row) => <Badge tone={deliveryWords[row.state].tone}>{deliveryWords[row.state].label}</Badge>,
          },
          {
            id: 'at',
            label: 'Sent',
            width: 130,
            cell: (row) => (row.sent_at ? instantText(row.sent_at, timeZone) : '–'),
          },
          {
            id: 'problem',
            label: 'Problem',
            width: 260,
            cell: (row) => (
              <Text $tone="secondary" $size={2}>
                {row.problem ?? '–'}
              </Text>
            ),
          },
          {
            id: 'again',
            label: 'Next step',
            width: 120,
            align: 'end',
            phone: 'line',
            cell: (row) =>
              row.state === 'FAILED' || row.state === 'UNCERTAIN' ? (
                <Button size="small" loading={isRetrying} onClick={() => void retry(row.id)}>
                  Send again
                </Button>
              ) : null,
          },
        ]}
      />
    </Card>
  );
}
