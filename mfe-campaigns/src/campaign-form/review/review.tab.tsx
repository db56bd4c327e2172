import { useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading } from '@skein/ui/skeleton';
import { useReview, useStatusChange } from './review.hooks';
import { InBar } from '../bar-slot';
import { type TabProps } from '../form-page';
import { FallbackDialog } from '../sequence/fallback-dialog';
import { ForecastPanel } from './forecast-panel';
import { useAddFallback } from './add-fallback.hooks';
import { useGateFixes } from './gate-fixes.hooks';
import { GateList } from './gate-list';
import { LaunchDialog, ScheduleDialog } from './launch-dialogs';

const Panes = styled.div`
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: minmax(380px, 38%) minmax(0, 1fr);
  & > * {
    min-width: 0;
    min-height: 0;
    overflow: auto;
    padding: var(--s-5) var(--s-6) var(--s-8);
  }
  & > :last-child {
    background: var(--surface-2);
    border-left: 1px solid var(--border);
  }
  @media (max-width: 1120px) {
    display: block;
    overflow: auto;
    & > * {
      overflow: visible;
      padding: var(--s-4);
    }
    & > :last-child {
      border: 0;
      border-top: 1px solid var(--border);
    }
  }
`;

/** Last tab: the launch gate beside the forecast, and the launch. */
export function ReviewTab({ campaign, mayWrite }: TabProps) {
  const { review, error, isFetching, refetch, blocked, draft, overview, onLaunched, turnOn } = useReview(
    campaign,
    mayWrite,
  );
  const fixes = useGateFixes(campaign.id);
  const addFallback = useAddFallback(campaign);
  const [open, setOpen] = useState<'launch' | 'schedule' | null>(null);
  const [field, setField] = useState<string | null>(null);
  return (
    <>
      <InBar>
        {draft ? (
          <>
            <Button
              icon="calendar"
              onClick={() => setOpen('schedule')}
              {...(blocked ? { disabledReason: blocked } : {})}
            >
              Schedule launch
            </Button>
            <Button
              variant="primary"
              icon={blocked ? 'lock' : 'send'}
              onClick={() => setOpen('launch')}
              {...(blocked ? { disabledReason: blocked } : {})}
            >
              Launch
            </Button>
          </>
        ) : (
          <LaunchedActions campaign={campaign} mayWrite={mayWrite} overview={overview} />
        )}
      </InBar>
      <Panes>
        <section aria-label="Launch check">
          {error && !review && (
            <Callout
              tone="danger"
              role="alert"
              title="The launch check couldn’t run."
              actions={
                <Button size="small" onClick={() => void refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Callout>
          )}
          {!review && !error && <Loading label="Checking all leads, steps and mailboxes" />}
          {review && (
            <GateList
              campaign={campaign}
              review={review}
              isDraft={draft}
              checking={isFetching}
              onCheck={() => void refetch()}
              onFallback={mayWrite && addFallback ? setField : null}
              onTurnOn={mayWrite ? turnOn : null}
              fixes={fixes}
            />
          )}
        </section>
        <section aria-label="Forecast">
          {campaign.parent_campaign_id !== null && campaign.progress.total === 0 ? (
            <div style={{ display: 'grid', placeItems: 'center', minHeight: '100%' }}>
              <EmptyState level={2} icon="branch" title="Leads arrive one by one">
                Opens and replies can’t be predicted: the forecast starts with the first lead.
              </EmptyState>
            </div>
          ) : (
            <ForecastPanel campaign={campaign} mayWrite={mayWrite} />
          )}
        </section>
      </Panes>
      {field !== null && addFallback && (
        <FallbackDialog field={field} onClose={() => setField(null)} onSubmit={(text) => addFallback(field, text)} />
      )}
      {open === 'launch' && review && (
        <LaunchDialog campaign={campaign} review={review} onClose={() => setOpen(null)} onLaunched={onLaunched} />
      )}
      {open === 'schedule' && (
        <ScheduleDialog campaign={campaign} onClose={() => setOpen(null)} onLaunched={onLaunched} />
      )}
    </>
  );
}

/** A campaign that was launched is resumed or looked at. */
function LaunchedActions({ campaign, mayWrite, overview }: TabProps & { overview: string }) {
  const { resume, isChanging } = useStatusChange(campaign);
  const offer = campaign.actions.find((action) => action.action === 'RESUME');
  const isStopped = campaign.status === 'PAUSED' || campaign.status === 'COMPLETED';
  return (
    <>
      {mayWrite && isStopped && offer && (
        <Button
          icon="play"
          loading={isChanging}
          {...(offer.is_allowed ? {} : { disabledReason: offer.reason })}
          onClick={() => void resume()}
        >
          Resume
        </Button>
      )}
      <Button variant="primary" iconEnd="arrow-right" href={`/app${overview}`}>
        Open campaign
      </Button>
    </>
  );
}
