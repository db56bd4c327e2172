import { memo } from 'react';
import { useAccess } from '@skein/mfe/access';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { fullInstant, zoneName } from '@skein/ui/instant';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { Timeline } from '@skein/ui/timeline';
import { styled } from 'styled-components';
import { listTime, longTime } from '../times/when';
import { useNow } from '../use-now';
import { LeadCard } from './lead-card';
import { LeadFacts } from './lead-facts';
import { LeadRecords } from './lead-records';
import { OtherCampaigns } from './other-campaigns';
import { detailOf, titleOf } from './timeline-items';
import { useLeadPanel } from './use-lead-panel';

const Box = styled.div`
  padding: var(--s-4);
  min-width: 0;
  & h3 {
    display: flex;
    align-items: center;
    gap: var(--s-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-bold);
    margin: var(--s-4) 0 var(--s-2);
  }
  & h3 > small {
    margin-left: auto;
    font-size: var(--fs-1);
    color: var(--muted);
    font-weight: var(--w-medium);
  }
`;

/** The lead beside the thread: who it is, what holds, what happened, and what people noted. */
export const LeadPanel = memo(function LeadPanel({ enrolmentId }: { enrolmentId: number }) {
  const { panel, problem } = useLeadPanel(enrolmentId);
  const { now, timeZone } = useNow();
  const mayAct = useAccess().may('inbox.reply');
  if (!panel && problem)
    return (
      <EmptyState
        level={3}
        icon="alert"
        title="The lead could not be read"
        actions={
          <Button size="small" onClick={problem.onRetry}>
            Try again
          </Button>
        }
      >
        {problem.message}
      </EmptyState>
    );
  if (!panel)
    return (
      <Loading label="Loading the lead">
        <SkeletonLines lines={8} />
      </Loading>
    );
  const shown = { panel, enrolmentId, mayAct, now };
  return (
    <Box>
      <LeadCard panel={panel} now={now} />
      <LeadFacts {...shown} />
      <h3>
        Timeline<small>all times {zoneName(now, timeZone)}</small>
      </h3>
      <Timeline
        label="Timeline"
        items={panel.timeline.map((entry, index) => ({
          id: `${entry.kind}-${entry.at}-${index}`,
          ...titleOf(entry),
          detail: detailOf(entry, (at) => longTime(at, now, timeZone)),
          time: <span title={fullInstant(entry.at, timeZone)}>{listTime(entry.at, now, timeZone)}</span>,
        }))}
      />
      <LeadRecords {...shown} timeZone={timeZone} />
      <OtherCampaigns campaigns={panel.other_campaigns} />
    </Box>
  );
});
