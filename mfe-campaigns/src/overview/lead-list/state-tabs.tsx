import { styled } from 'styled-components';
import { leadTabs } from '@skein/contracts/main/campaign-leads.contract';
import { Tabs } from '@skein/ui/tabs';
import type { LeadTab } from './lead-address';

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

const tabWords: Record<LeadTab, string> = {
  all: 'All',
  active: 'Active',
  replied: 'Replied',
  failed: 'Failed',
  scheduled: 'Not contacted yet',
  manual_followups: 'Manual steps',
  completed: 'Completed',
  paused: 'Paused',
  blocked: 'Blocked',
};

/** The leads of a campaign by their state. */
export function StateTabs({
  tab,
  counts,
  onChange,
}: {
  tab: LeadTab;
  counts: Partial<Record<LeadTab, number>> | undefined;
  onChange: (tab: LeadTab) => void;
}) {
  return (
    <TabLine>
      <Tabs
        id="leads-by-state"
        label="Leads by state"
        line={false}
        value={tab}
        onValueChange={(next) => onChange(next as LeadTab)}
        items={leadTabs.map((each) => ({
          id: each,
          label: tabWords[each],
          ...(counts ? { count: (counts[each] ?? 0).toLocaleString('en-US') } : {}),
        }))}
      />
    </TabLine>
  );
}
