import { useState } from 'react';
import { answerTargetSeconds, type WaitingReply } from '@skein/contracts/analytics/insights.contract';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { CategoryBadge } from '@skein/ui/category-badge';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Segmented } from '@skein/ui/segmented';
import { SubLine, Text } from '@skein/ui/text';
import { useWaiting } from './insight-reads.hooks';
import { ExportTable } from './export-table';
import type { Insights } from './insights.hooks';
import { lengthText } from './span-text';

const number = (count: number) => count.toLocaleString('en-US');

/** Positive replies that nobody has answered, longest wait first. */
export function WaitingSection({ insights }: { insights: Insights }) {
  const [isLateOnly, setLateOnly] = useState(false);
  const { data, isLoading, problem } = useWaiting(insights, isLateOnly);
  return (
    <Card
      title="Unanswered positive replies"
      detail={data ? `last 90 days, ${number(data.late)} over 4 h` : undefined}
      padded={false}
      actions={
        <>
          <Segmented
            label="Waiting replies shown"
            value={isLateOnly ? 'late' : 'all'}
            onValueChange={(shown) => setLateOnly(shown === 'late')}
            items={[
              { id: 'all', label: 'All' },
              { id: 'late', label: 'Over 4 h' },
            ]}
          />
          <ExportTable
            name="Unanswered positive replies"
            header={['Lead', 'Email', 'Company', 'Campaign', 'Category', 'Waiting, seconds', 'Assigned to']}
            rows={data?.rows.map((row) => [
              row.lead_name,
              row.lead_email,
              row.company_name,
              row.campaign_name,
              row.category_name,
              Math.round(row.waiting_seconds),
              row.assigned_name,
            ])}
          />
        </>
      }
    >
      <DataTable<WaitingReply>
        label="Unanswered positive replies"
        gutter={16}
        rows={data?.rows ?? []}
        rowId={(row) => String(row.enrolment_id)}
        rowLabel={(row) => row.lead_email}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState level={3} icon="check" title="You’re all caught up">
            Positive replies that wait for an answer appear here.
          </EmptyState>
        }
        columns={[
          {
            id: 'lead',
            label: 'Lead',
            fixed: true,
            flexible: true,
            minWidth: 200,
            cell: (row) => (
              <>
                {row.lead_name || row.lead_email}
                <SubLine>{[row.company_name, row.client_name].filter(Boolean).join(', ')}</SubLine>
              </>
            ),
          },
          { id: 'campaign', label: 'Campaign', width: 180, cell: (row) => row.campaign_name },
          {
            id: 'category',
            label: 'Category',
            width: 160,
            cell: (row) => <CategoryBadge id={row.category_id} name={row.category_name ?? 'Not assigned'} />,
          },
          {
            id: 'waits',
            label: 'Waiting',
            align: 'end',
            width: 150,
            cell: (row) => (
              <>
                {lengthText(row.waiting_seconds)}
                {row.waiting_seconds > answerTargetSeconds && (
                  <SubLine>
                    <Text $tone="danger">over by {lengthText(row.waiting_seconds - answerTargetSeconds)}</Text>
                  </SubLine>
                )}
              </>
            ),
          },
          { id: 'assigned', label: 'Assigned to', width: 140, cell: (row) => row.assigned_name ?? 'Unassigned' },
          {
            id: 'next',
            label: 'Next step',
            align: 'end',
            width: 110,
            phone: 'line',
            cell: (row) => (
              <Button size="small" href={`/app/master-inbox/all/${row.enrolment_id}`}>
                Answer
              </Button>
            ),
          },
        ]}
      />
    </Card>
  );
}
