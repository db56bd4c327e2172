import { useEffect, useMemo, useRef } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useActions } from '@skein/mfe/actions';
import { IconButton } from '@skein/ui/icon-button';
import { useExport } from '../../leads/use-export';
import type { LeadFilterQuery, LeadTab } from './lead-address';

/** Exports the leads of a campaign that the filters show, with where each of them is. */
export function ExportLeads({
  campaign,
  filter,
}: {
  campaign: CampaignView;
  filter: LeadFilterQuery & { tab: LeadTab };
}) {
  const { isStarting, start } = useExport({ campaign_id: campaign.id, enrolments: { filter } });
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  const actions = useMemo(
    () => [
      {
        id: 'campaign-leads.export',
        label: 'Export leads',
        group: 'Campaigns',
        icon: 'download',
        keywords: ['csv', 'download'],
        run: () => latest.current(),
      },
    ],
    [],
  );
  useActions(actions);
  return <IconButton size="small" icon="download" label="Export leads" disabled={isStarting} onClick={start} />;
}
