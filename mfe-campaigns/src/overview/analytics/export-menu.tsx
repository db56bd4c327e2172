import { campaignAnalyticsContract } from '@skein/contracts/analytics/campaign-analytics.contract';
import { measureDefinitions, type Measure } from '@skein/contracts/analytics/measures';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Menu } from '@skein/ui/menu';

type ShownQuery = {
  from?: string;
  to?: string;
  time_zone: string;
  axis: 'event' | 'sent';
  include_out_of_office: boolean;
};

/** CSV of the days, of steps and variants, or of the rows behind a figure. */
export function ExportMenu({ campaign, query, ready }: { campaign: CampaignView; query: ShownQuery; ready: boolean }) {
  const access = useAccess();
  const save = async (what: 'days' | 'steps' | 'rows', measure: Measure = 'sent') => {
    try {
      await saveAnswer(
        campaignAnalyticsContract,
        'exportCampaign',
        { params: { campaignId: campaign.id }, query: { ...query, what, measure } },
        `${campaign.name} ${what === 'rows' ? measure : what}.csv`,
      );
    } catch (error) {
      showProblem('The export failed', error);
    }
  };
  if (!access.may('lead.export'))
    return (
      <Button size="small" icon="download" disabledReason="Your role can’t export. Ask the owner or an administrator.">
        Export
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon="download" {...(ready ? {} : { disabledReason: 'The figures are still loading' })}>
          Export
        </Button>
      }
      entries={[
        {
          label: 'Days',
          detail: 'One line a day with every figure',
          icon: 'calendar',
          onSelect: () => void save('days'),
        },
        { label: 'Steps and variants', icon: 'branch', onSelect: () => void save('steps') },
        { kind: 'separator' },
        { kind: 'label', label: 'Rows behind a figure' },
        ...(['contacted', 'opened', 'replied', 'positive', 'bounced', 'unsubscribed'] as const).map((measure) => ({
          label: measureDefinitions[measure].label,
          icon: 'table' as const,
          onSelect: () => void save('rows', measure),
        })),
      ]}
    />
  );
}
