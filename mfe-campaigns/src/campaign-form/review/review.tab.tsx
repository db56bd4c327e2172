import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import { inArea, overviewAddress } from '../../campaign-address';
import { useFormReviewQuery, useFormSetStatusMutation } from '../api';
import { InBar } from '../bar-slot';
import { useSaveSettings, type TabProps } from '../form-page';
import { ForecastPanel } from './forecast-panel';
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
  const navigate = useNavigate();
  const {
    data: review,
    error,
    isFetching,
    refetch,
  } = useFormReviewQuery({ params: { campaignId: campaign.id } }, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<'launch' | 'schedule' | null>(null);
  const [setStatus, changing] = useFormSetStatusMutation();
  const saveSettings = useSaveSettings();
  const overview = inArea(
    overviewAddress(campaign, campaign.parent_campaign_id === null ? 'analytics' : 'performance'),
  );
  const onLaunched = (launched: CampaignView) => {
    toasts.show({
      title: `${launched.name} is launched`,
      text: launched.next.at
        ? `${launched.next.text} ${fullInstant(launched.next.at, launched.schedule.timezone)}.`
        : launched.next.text,
    });
    navigate(overview);
  };
  const turnOn = () => {
    saveSettings(campaign.id, { add_unsubscribe_tag: true }).then(
      () => {
        toasts.show({ title: 'The unsubscribe header is on' });
        void refetch();
      },
      (problem: unknown) => showProblem('It was not turned on', problem),
    );
  };
  const resume = campaign.actions.find((action) => action.action === 'RESUME');
  const draft = campaign.status === 'DRAFTED';
  const blocked = !mayWrite
    ? 'Your role can look, not change'
    : !review
      ? 'The launch gate is still checking'
      : review.can_launch
        ? null
        : `${counted(review.blocks.length, 'problem')} to fix first`;
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
          <>
            {mayWrite && (campaign.status === 'PAUSED' || campaign.status === 'COMPLETED') && resume && (
              <Button
                icon="play"
                loading={changing.isLoading}
                {...(resume.is_allowed ? {} : { disabledReason: resume.reason })}
                onClick={() => {
                  setStatus({ params: { campaignId: campaign.id }, body: { action: 'RESUME' } })
                    .unwrap()
                    .then(
                      (resumed) => toasts.show({ title: `${resumed.name} resumed` }),
                      (problem: unknown) => showProblem('It was not resumed', problem),
                    );
                }}
              >
                Resume
              </Button>
            )}
            <Button variant="primary" iconEnd="arrow-right" href={`/app${overview}`}>
              Open campaign
            </Button>
          </>
        )}
      </InBar>
      <Panes>
        <section aria-label="Launch gate">
          {error && !review && (
            <Callout
              tone="danger"
              role="alert"
              title="The launch gate could not be asked."
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
              onTurnOn={mayWrite ? turnOn : null}
            />
          )}
        </section>
        <section aria-label="Forecast">
          {campaign.parent_campaign_id !== null && campaign.progress.total === 0 ? (
            <div style={{ display: 'grid', placeItems: 'center', minHeight: '100%' }}>
              <EmptyState level={2} icon="branch" title="Leads come one by one">
                Nobody can foresee who opens, answers or stays silent: the forecast begins with the first lead that is
                pushed.
              </EmptyState>
            </div>
          ) : (
            <ForecastPanel campaign={campaign} mayWrite={mayWrite} />
          )}
        </section>
      </Panes>
      {open === 'launch' && review && (
        <LaunchDialog campaign={campaign} review={review} onClose={() => setOpen(null)} onLaunched={onLaunched} />
      )}
      {open === 'schedule' && (
        <ScheduleDialog campaign={campaign} onClose={() => setOpen(null)} onLaunched={onLaunched} />
      )}
    </>
  );
}
