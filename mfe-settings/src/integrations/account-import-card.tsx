import type { AccountImportView, ImportedCampaign } from '@skein/contracts/main/account-imports.contract';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { Row } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { SubLine, Text } from '@skein/ui/text';
import { campaignWords, importWords, leadsOf, leadWords, sourceNames, statusWords } from './import-labels';

const columns = (from: string): DataTableColumn<ImportedCampaign>[] => [
  {
    id: 'campaign',
    label: 'Campaign',
    fixed: true,
    flexible: true,
    width: 240,
    cell: (row) => (
      <>
        {row.campaign_id === null ? (
          <Text>{row.name}</Text>
        ) : (
          <Link href={`/app/email-campaign/new-campaign?id=${row.campaign_id}`}>{row.name}</Link>
        )}
        <SubLine>
          {counted(row.steps, 'step')}
          {row.source_status &&
            `, ${row.is_source_paused ? `paused in ${from}` : `${statusWords[row.source_status].toLowerCase()} in ${from}`}`}
        </SubLine>
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: 180,
    phone: 'status',
    cell: (row) => (
      <>
        <StateStatus state={campaignWords[row.state].state}>{campaignWords[row.state].word}</StateStatus>
        {row.problem && <SubLine title={row.problem}>{row.problem}</SubLine>}
      </>
    ),
  },
  {
    id: 'leads',
    label: 'Leads',
    width: 320,
    cell: (row) => (
      <>
        <Text>{leadsOf(row)}</Text>
        <SubLine title={leadWords(row.counts).join(', ')}>{leadWords(row.counts).join(', ')}</SubLine>
      </>
    ),
  },
  {
    id: 'todo',
    label: 'Before you start it',
    width: 260,
    cell: (row) => {
      const left = [
        ...(row.missing_mailboxes.length > 0 ? [`Connect ${row.missing_mailboxes.join(', ')}.`] : []),
        ...(row.source_status === 'ACTIVE' && !row.is_source_paused
          ? [`Pause it in ${from}, import it again, then resume its leads.`]
          : []),
        ...row.notes,
      ];
      return left.length === 0 ? '–' : <SubLine title={left.join(' ')}>{left.join(' ')}</SubLine>;
    },
  },
];

/** One import: its campaigns with what became of their leads, and the mailboxes that are still to be connected. */
export function AccountImportCard({
  view,
  onCancel,
  onResume,
  onLink,
}: {
  view: AccountImportView;
  onCancel: () => void;
  onResume: () => void;
  onLink: () => void;
}) {
  const from = sourceNames[view.source];
  const state = importWords[view.state];
  const isFailed = view.campaigns.some((campaign) => campaign.state === 'FAILED');
  const canResume = view.state === 'FAILED' || view.state === 'CANCELLED' || (view.state === 'DONE' && isFailed);
  const missing = view.mailboxes.filter((box) => box.mailbox_id === null);
  return (
    <Card
      title={`${from}, key ending in ${view.hint}`}
      padded={false}
      actions={
        <Row>
          {view.is_sandbox && <Badge tone="warning">Simulated</Badge>}
          <StateStatus state={state.state}>{state.word}</StateStatus>
          {view.state === 'RUNNING' && (
            <Button size="small" onClick={onCancel}>
              Cancel import
            </Button>
          )}
          {canResume && (
            <Button size="small" onClick={onResume}>
              Resume
            </Button>
          )}
        </Row>
      }
    >
      {view.error && (
        <Callout tone={view.state === 'RUNNING' ? 'warning' : 'danger'} title={view.error}>
          {view.state === 'RUNNING'
            ? 'It will be retried automatically.'
            : 'What was imported stays. Resume to import the rest.'}
        </Callout>
      )}
      <DataTable<ImportedCampaign>
        label={`Campaigns from ${from}`}
        columns={columns(from)}
        rows={view.campaigns}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        empty={<SubLine>The campaigns of this import came again with a later one.</SubLine>}
      />
      <CardFoot>
        <Row $wrap>
          <Text>
            {[
              `${view.blocked.toLocaleString('en-US')} added to the block list`,
              ...(missing.length > 0
                ? [`${counted(missing.length, 'mailbox', 'mailboxes')} to connect: passwords stay in ${from}`]
                : []),
            ].join('. ')}
            .
          </Text>
          {missing.length > 0 && <Link href="/app/email-accounts/creation-page/smtp">Connect a mailbox</Link>}
          {view.mailboxes.length > missing.length && view.state !== 'RUNNING' && (
            <Button size="small" onClick={onLink}>
              Add connected mailboxes to campaigns
            </Button>
          )}
        </Row>
      </CardFoot>
    </Card>
  );
}
