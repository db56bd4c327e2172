import { useMemo, useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { PushRow } from '@skein/contracts/main/subsequences.contract';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { LoadProblem } from '@skein/ui/load-problem';
import { Card, CardBody } from '@skein/ui/card';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { BareLink, Link } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { editAddress, overviewAddress } from '../campaign-address';
import { useCategoryNames } from '../overview/overview.hooks';
import { usePushes, useSubsequenceRule } from './subsequence.hooks';
import { delayText, kindLabel, ruleText } from './trigger-labels';

const pageSize = 10;
const nameOf = ({ lead }: PushRow): string => [lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email;
const skipWords: Record<NonNullable<PushRow['skip_reason']>, string> = {
  SUPPRESSED: 'Must not be emailed',
  ALREADY_IN: 'Already here',
};

/** How leads come into a subsequence: the rule in words, and everybody who met it, newest first. */
export function PushesCard({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const access = useAccess();
  const [trail, setTrail] = useState<(string | null)[]>([null]);
  const cursor = trail.at(-1);
  const { data: rule, problem: ruleProblem } = useSubsequenceRule(campaign.id);
  const { nameOf: categoryName } = useCategoryNames();
  const { data, isLoading, problem } = usePushes(campaign.id, cursor, pageSize);
  const zone = campaign.schedule.timezone;
  const columns = useMemo(() => pushColumns(now, zone), [now, zone]);
  const rows = data?.rows ?? [];
  const first = (trail.length - 1) * pageSize + 1;
  return (
    <Card
      title="How leads are added"
      detail={
        rule &&
        `${counted(rule.counts.pushed, 'lead')} entered${rule.counts.waiting > 0 ? `, ${rule.counts.waiting.toLocaleString('en-US')} waiting` : ''}`
      }
      padded={false}
      actions={
        access.may('campaign.write') ? (
          <Button size="small" icon="edit" href={editAddress(campaign, 'lead-condition')}>
            Change
          </Button>
        ) : undefined
      }
    >
      <CardBody>
        {ruleProblem && <LoadProblem title="The triggers could not be loaded." {...ruleProblem} />}
        {rule && (
          <Text as="p">
            <Text $weight="medium">{ruleText(rule, categoryName)}</Text>, {delayText(rule.delay_seconds)}. A reply in{' '}
            <Link href={overviewAddress({ id: rule.parent.id, parent_campaign_id: null }, 'analytics')}>
              {rule.parent.name}
            </Link>{' '}
            {rule.stop_on_parent_reply ? 'stops a lead here' : 'does not stop a lead here'}.
          </Text>
        )}
      </CardBody>
      <DataTable<PushRow>
        label="Leads in this subsequence"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        rowLabel={nameOf}
        gutter={16}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState level={3} icon="branch" title="No leads yet">
            {campaign.status === 'DRAFTED' ? 'Triggers start with the launch. ' : ''}Leads can also be moved manually,
            from the lead list of the parent campaign.
          </EmptyState>
        }
        paging={{
          from: rows.length === 0 ? 0 : first,
          to: rows.length === 0 ? 0 : first + rows.length - 1,
          ...(data ? { total: data.total } : {}),
          hasPrevious: trail.length > 1,
          hasNext: Boolean(data?.next_cursor),
          onPrevious: () => setTrail(trail.slice(0, -1)),
          onNext: () => {
            if (data?.next_cursor) setTrail([...trail, data.next_cursor]);
          },
          note: `Times in ${zone}`,
        }}
      />
    </Card>
  );
}

function pushColumns(now: Date, zone: string): DataTableColumn<PushRow>[] {
  const date = (iso: string) => <span title={fullInstant(iso, zone)}>{shortInstant(iso, now, zone)}</span>;
  return [
    {
      id: 'lead',
      label: 'Lead',
      fixed: true,
      flexible: true,
      minWidth: 180,
      cell: (row) => (
        <>
          <BareLink href={`/app/lead/${row.lead.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>
            {nameOf(row)}
          </BareLink>
          <SubLine>{row.lead.email}</SubLine>
        </>
      ),
    },
    {
      id: 'kind',
      label: 'Added by',
      width: 220,
      cell: (row) => (
        <>
          {kindLabel(row.kind)}
          <SubLine title={row.detail ?? undefined}>
            {row.detail ?? (row.kind === 'MANUAL' ? row.pushed_by_name : null)}
          </SubLine>
        </>
      ),
    },
    { id: 'at', label: 'Entered', width: 124, cell: (row) => date(row.at) },
    {
      id: 'due',
      label: 'First step due',
      width: 124,
      phone: 'hidden',
      cell: (row) => (row.outcome === 'PUSHED' ? date(row.due_at) : '–'),
    },
    {
      id: 'state',
      label: 'Now',
      width: 170,
      phone: 'status',
      cell: (row) =>
        row.outcome === 'SKIPPED' ? (
          <StateStatus state="warning">{row.skip_reason ? skipWords[row.skip_reason] : 'Skipped'}</StateStatus>
        ) : row.status === null ? (
          <StateStatus state="stopped">Removed</StateStatus>
        ) : (
          leadStateLabels[row.status]
        ),
    },
  ];
}
