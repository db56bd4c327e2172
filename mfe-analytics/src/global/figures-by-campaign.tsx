import type { ByCampaignRow } from '@skein/contracts/analytics/workspace-analytics.contract';
import { campaignStatusWords } from '@skein/mfe/campaign-status-labels';
import { navigateTo } from '@skein/mfe/navigation';
import { BareLink } from '@skein/ui/link';
import { SubLine } from '@skein/ui/text';
import type { Insights } from '../insights/insights.hooks';
import { FiguresTable } from './figures-table';
import type { GlobalAnalytics } from './global-analytics.hooks';

/** The figures of each campaign; a row opens the campaign's own analytics in the same range of days. */
export function FiguresByCampaign({
  insights,
  campaigns,
}: {
  insights: Insights;
  campaigns: GlobalAnalytics['campaigns'];
}) {
  const { address, change } = insights;
  const pageOf = (campaignId: number) =>
    `/app/email-campaign/${campaignId}/overview/analytics?from=${address.from}&to=${address.to}`;
  return (
    <FiguresTable<ByCampaignRow>
      title="By campaign"
      label="Figures by campaign"
      nameLabel="Campaign"
      {...campaigns}
      onOpen={(row, figure) =>
        change({
          figure,
          narrow: { group_by: 'campaign', group_key: row.campaign_id === null ? '' : String(row.campaign_id) },
          of: row.name,
        })
      }
      rowId={(row) => String(row.campaign_id)}
      rowLabel={(row) => row.name}
      name={(row) => (
        <>
          {row.campaign_id === null ? (
            row.name
          ) : (
            <BareLink href={pageOf(row.campaign_id)} style={{ fontWeight: 'var(--w-medium)' }}>
              {row.name}
            </BareLink>
          )}
          <SubLine>
            {[row.client_name, row.status && campaignStatusWords[row.status]].filter(Boolean).join(', ')}
          </SubLine>
        </>
      )}
      address={address.campaigns}
      onAddress={(table) => change({ campaigns: table })}
      onRowOpen={(row) => {
        if (row.campaign_id !== null) navigateTo(pageOf(row.campaign_id));
      }}
    />
  );
}
