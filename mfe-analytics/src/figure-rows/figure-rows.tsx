import { useMemo, useState } from 'react';
import type { FigureRow } from '@skein/contracts/analytics/figures';
import {
  measureDefinitions,
  measures,
  repliedWithOutOfOffice,
  type Measure,
} from '@skein/contracts/analytics/measures';
import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { useAccess } from '@skein/mfe/access';
import { HostLink } from '@skein/mfe/host-link';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { CategoryBadge } from '@skein/ui/category-badge';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Row, Push } from '@skein/ui/layout';
import { SubLine, Text } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { instantText } from '../instant-text';
import { useFigureRows, type FigureRowsProps } from './figure-rows.hooks';
import { useCursorPages } from './use-cursor-pages';

const isMeasure = (word: string): word is Measure => (measures as readonly string[]).includes(word);

/** The rows behind one figure: as many as the figure says, newest first, to be opened and taken along as CSV. */
export function FigureRows(props: FigureRowsProps) {
  const measure = isMeasure(props.measure) ? props.measure : 'sent';
  const { timeZone } = useUi();
  const { page, pagingOf } = useCursorPages();
  const { data, isLoading, problem } = useFigureRows(props, measure, page);
  const columns = useMemo(
    () => rowColumns(measure, props.campaignId === undefined, timeZone),
    [measure, props.campaignId, timeZone],
  );
  const rows = data?.rows ?? [];
  const definition =
    measure === 'replied' && props.includeOutOfOffice ? repliedWithOutOfOffice : measureDefinitions[measure].definition;
  return (
    <>
      <Row $align="start" style={{ marginBottom: 'var(--s-3)' }}>
        <Text $tone="secondary">{definition}</Text>
        <Push>
          <Export {...props} measure={measure} />
        </Push>
      </Row>
      <DataTable<FigureRow>
        label={`Rows of ${measureDefinitions[measure].label}`}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={(row) => row.lead?.email ?? row.id}
        gutter={16}
        loading={isLoading}
        error={problem}
        empty={
          <EmptyState level={3} title="No rows">
            Nothing of this kind happened in these days.
          </EmptyState>
        }
        paging={pagingOf(data)}
      />
    </>
  );
}

function Export(props: FigureRowsProps & { measure: Measure }) {
  const access = useAccess();
  const [isSaving, setSaving] = useState(false);
  // What cannot be narrowed in a file is not offered, so that a file always holds exactly what is shown.
  if (!access.may('lead.export') || props.stepId || props.variantId) return null;
  if (props.mailboxIds && props.campaignId !== undefined) return null;
  const save = async () => {
    setSaving(true);
    const query = {
      what: 'rows' as const,
      measure: props.measure,
      time_zone: props.timeZone,
      axis: props.axis,
      include_out_of_office: props.includeOutOfOffice,
      ...(props.from && props.to ? { from: props.from, to: props.to } : {}),
    };
    try {
      if (props.campaignId === undefined)
        await saveAnswer(
          workspaceAnalyticsContract,
          'exportOverall',
          {
            query: {
              ...query,
              ...(props.campaignIds ? { campaign_ids: props.campaignIds } : {}),
              ...(props.clientIds ? { client_ids: props.clientIds } : {}),
              ...(props.mailboxIds ? { mailbox_ids: props.mailboxIds } : {}),
              ...(props.tagIds ? { tag_ids: props.tagIds } : {}),
              ...props.narrow,
            },
          },
          `${props.measure}${props.narrow ? '-narrowed' : ''}.csv`,
        );
      else
        await saveAnswer(
          campaignAnalyticsContract,
          'exportCampaign',
          { params: { campaignId: props.campaignId }, query },
          `${props.measure}.csv`,
        );
    } catch (error) {
      showProblem('The file could not be created', error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="small" icon="download" loading={isSaving} onClick={() => void save()}>
      CSV
    </Button>
  );
}

function rowColumns(measure: Measure, withCampaign: boolean, timeZone: string): DataTableColumn<FigureRow>[] {
  const withCategory = measure === 'replied' || measure === 'positive' || measure === 'meetings';
  return [
    {
      id: 'lead',
      label: 'Lead',
      flexible: true,
      minWidth: 170,
      fixed: true,
      cell: (row) =>
        row.lead ? (
          <>
            <HostLink href={`/app/lead/${row.lead.id}/view`} style={{ fontWeight: 'var(--w-medium)' }}>
              {row.lead.name || row.lead.email}
            </HostLink>
            <SubLine>{row.lead.name ? row.lead.email : (row.lead.company_name ?? '')}</SubLine>
          </>
        ) : (
          'Deleted lead'
        ),
    },
    ...(withCampaign
      ? [
          {
            id: 'campaign',
            label: 'Campaign',
            width: 150,
            cell: (row: FigureRow) =>
              row.campaign ? (
                <HostLink href={`/app/email-campaign/${row.campaign.id}/overview/analytics`}>
                  {row.campaign.name}
                </HostLink>
              ) : (
                'Deleted campaign'
              ),
          },
        ]
      : []),
    {
      id: 'step',
      label: 'Step',
      width: 64,
      cell: (row) => (row.seq_number === null ? '–' : `${row.seq_number} ${row.variant_label ?? ''}`),
      phoneCell: (row) => row.seq_number !== null && `Step ${row.seq_number} ${row.variant_label ?? ''}`,
    },
    ...(withCategory
      ? [
          {
            id: 'category',
            label: 'Category',
            width: 140,
            cell: (row: FigureRow) => <CategoryBadge id={row.category_id} name={row.category_name ?? 'Not assigned'} />,
          },
        ]
      : []),
    { id: 'mailbox', label: 'Mailbox', width: 150, cell: (row) => row.mailbox?.from_email ?? '–' },
    {
      id: 'at',
      label: 'When',
      width: 132,
      cell: (row) => <span title={instantText(row.at, timeZone, true)}>{instantText(row.at, timeZone)}</span>,
    },
    ...(measure === 'bounced' || measure === 'sender_bounced' || measure === 'clicked'
      ? [
          {
            id: 'evidence',
            label: 'Evidence',
            width: 220,
            cell: (row: FigureRow) => (
              <Text $mono $size={2} title={row.evidence_text ?? ''}>
                {row.evidence_text ?? '–'}
              </Text>
            ),
          },
        ]
      : []),
  ];
}
