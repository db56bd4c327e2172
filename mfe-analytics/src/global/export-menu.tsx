import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import { workspaceAnalyticsContract } from '@skein/contracts/analytics/workspace-analytics.contract';
import { useAccess } from '@skein/mfe/access';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Menu } from '@skein/ui/menu';

interface ShownQuery {
  from: string;
  to: string;
  time_zone: string;
  axis: 'event' | 'sent';
  include_out_of_office: boolean;
  campaign_ids?: number[] | undefined;
  client_ids?: number[] | undefined;
  mailbox_ids?: number[] | undefined;
  tag_ids?: number[] | undefined;
}

/** Saves exactly what the page shows for its range, as CSV. */
export function ExportMenu({ query }: { query: ShownQuery }) {
  const access = useAccess();
  const save = async (what: 'days' | 'campaigns' | 'mailboxes' | 'rows', measure: Measure = 'sent') => {
    try {
      await saveAnswer(
        workspaceAnalyticsContract,
        'exportOverall',
        { query: { ...query, what, measure } },
        `analytics ${what === 'rows' ? measure : what} ${query.from} to ${query.to}.csv`,
      );
    } catch (error) {
      showProblem('The file could not be created', error);
    }
  };
  if (!access.may('lead.export'))
    return (
      <Button
        size="small"
        icon="download"
        disabledReason="Your role does not allow exports. The owner or an administrator can give you another role."
      >
        Export
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon="download">
          Export
        </Button>
      }
      entries={[
        { label: 'Days', icon: 'calendar', onSelect: () => void save('days') },
        { label: 'By campaign', icon: 'send', onSelect: () => void save('campaigns') },
        { label: 'By mailbox', icon: 'mail', onSelect: () => void save('mailboxes') },
        { kind: 'separator' },
        { kind: 'label', label: 'Rows behind a figure' },
        ...(['contacted', 'replied', 'positive', 'bounced', 'unsubscribed'] as const).map((measure) => ({
          label: measureDefinitions[measure].label,
          icon: 'table' as const,
          onSelect: () => void save('rows', measure),
        })),
      ]}
    />
  );
}
