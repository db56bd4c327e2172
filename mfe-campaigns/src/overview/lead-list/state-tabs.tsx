import { styled } from 'styled-components';
import { leadStateTabs, leadTabs, type LeadStateTab } from '@skein/contracts/main/campaign-leads.contract';
import { leadStateLabels } from '@skein/contracts/main/lead-state-labels';
import { Tabs } from '@skein/ui/tabs';
import type { LeadTab } from './lead-address';

/** The first tab that holds leads of any state. */
const firstAcross: LeadTab = 'replied';

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
  /* What is counted a second time begins behind a line. */
  & [data-tab='${firstAcross}'] {
    position: relative;
    margin-left: var(--s-5);
    &::before {
      content: '';
      position: absolute;
      left: calc(-1 * var(--s-5));
      top: calc(50% - 8px);
      height: 16px;
      border-left: 1px solid var(--border-strong);
    }
  }
`;

const acrossStates: Record<Exclude<LeadTab, 'all' | LeadStateTab>, { label: string; definition: string }> = {
  replied: { label: 'Replied', definition: 'Leads in any state that replied. They are counted under their state too.' },
  failed: {
    label: 'Failed or bounced',
    definition: 'Leads in any state whose email failed or bounced. They are counted under their state too.',
  },
  manual_followups: {
    label: 'Manual steps',
    definition: 'Leads whose next step is a task or a LinkedIn step. They are counted under their state too.',
  },
};

const isState = (tab: LeadTab): tab is LeadStateTab => tab in leadStateTabs;

function labelOf(tab: LeadTab) {
  if (tab === 'all') return 'All';
  if (isState(tab)) return leadStateLabels[leadStateTabs[tab]];
  const { label, definition } = acrossStates[tab];
  return <span title={definition}>{label}</span>;
}

/** The leads of a campaign by their state, and last those of any state that replied, failed or wait for a person. */
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
          label: labelOf(each),
          ...(counts ? { count: (counts[each] ?? 0).toLocaleString('en-US') } : {}),
        }))}
      />
    </TabLine>
  );
}
