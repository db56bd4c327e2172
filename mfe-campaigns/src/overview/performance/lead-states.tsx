import { styled } from 'styled-components';
import type { LeadStatus } from '@skein/contracts/constants';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { BareLink, LinkButton } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { StackedProgress, type ProgressTone } from '@skein/ui/progress';
import { Text } from '@skein/ui/text';
import { overviewAddress } from '../../campaign-address';
import { codeWords } from '../../state-labels';
import { number, share } from '../analytics/figure-texts';
import { useLeadCounts } from '../overview.hooks';

const Legend = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  @media (max-width: 1023.98px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media (max-width: 560px) {
    grid-template-columns: minmax(0, 1fr);
  }
  gap: var(--s-1) var(--s-4);
  margin-top: var(--s-3);
  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 24px;
    font-variant-numeric: tabular-nums;
  }
  & i {
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 2px;
  }
  & b {
    font-weight: var(--w-medium);
    margin-left: auto;
  }
  & > li > span:last-child {
    width: 52px;
    text-align: right;
    color: var(--muted);
  }
`;

const states: { id: LeadStatus; label: string; tone: ProgressTone; colour: string; definition: string }[] = [
  { id: 'COMPLETED', label: 'Completed', tone: 'info', colour: '--info', definition: 'All steps were sent.' },
  {
    id: 'INPROGRESS',
    label: 'In progress',
    tone: 'accent',
    colour: '--accent',
    definition: 'At least one step was sent and more will follow.',
  },
  {
    id: 'STOPPED',
    label: 'Stopped',
    tone: 'success',
    colour: '--success',
    definition: 'Ended early: a reply, an unsubscribe, or stopped manually.',
  },
  {
    id: 'BLOCKED',
    label: 'Blocked',
    tone: 'danger',
    colour: '--danger',
    definition: 'The address bounced or is on the block list.',
  },
  {
    id: 'PAUSED',
    label: 'Paused',
    tone: 'warning',
    colour: '--warning',
    definition: 'On hold until you resume it.',
  },
  {
    id: 'STARTED',
    label: 'Not contacted yet',
    tone: 'off',
    colour: '--border-control',
    definition: 'Imported; no email was sent yet.',
  },
];

/** Where the leads of the campaign are, by state and by reason. */
export function LeadStates({ campaign, onWhy }: { campaign: CampaignView; onWhy: () => void }) {
  const { data, problem } = useLeadCounts(campaign.id);
  const total = data?.total ?? campaign.progress.total;
  const of = (status: LeadStatus) => data?.by_status[status] ?? campaign.progress.by_status[status];
  return (
    <Card
      title="Progress"
      detail={counted(total, 'lead')}
      actions={
        campaign.next.can_explain ? <LinkButton onClick={onWhy}>Why is nothing being sent?</LinkButton> : undefined
      }
    >
      {problem && <LoadProblem title="The lead counts couldn’t be loaded." {...problem} />}
      <StackedProgress
        label="Leads by state"
        max={total}
        parts={states.map((state) => ({ id: state.id, label: state.label, value: of(state.id), tone: state.tone }))}
      />
      <Legend aria-label="Leads by state">
        {states.map((state) => (
          <li key={state.id} title={state.definition}>
            <i style={{ background: `var(${state.colour})` }} />
            <BareLink href={overviewAddress(campaign, 'lead-list', `lead_statuses=${state.id}`)}>
              {state.label}
            </BareLink>
            <b>{number(of(state.id))}</b>
            <span>{share(of(state.id), total)}</span>
          </li>
        ))}
      </Legend>
      {data && data.by_reason.some((row) => row.reason) && (
        <Text $tone="muted" $size={2}>
          {data.by_reason
            .filter((row) => row.reason)
            .map((row) => `${number(row.count)} ${codeWords(row.reason ?? '')}`)
            .join(', ')}
        </Text>
      )}
    </Card>
  );
}
