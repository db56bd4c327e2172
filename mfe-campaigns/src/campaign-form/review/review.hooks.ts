import { useNavigate } from 'react-router-dom';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { showProblem } from '@skein/mfe/toasts';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { inArea, overviewAddress } from '../../campaign-address';
import { useFormCampaignQuery, useFormReviewQuery, useFormSetStatusMutation } from '../api';
import { useSaveSettings } from '../form-page.hooks';
import { launchedFor, launchedText } from './launch-text';

/** The launch gate of a campaign, and what follows from it. */
export function useReview(campaign: CampaignView, mayWrite: boolean) {
  const navigate = useNavigate();
  const time = useCampaignTime();
  const {
    data: review,
    error,
    isFetching,
    refetch,
  } = useFormReviewQuery({ params: { campaignId: campaign.id } }, { refetchOnMountOrArgChange: true });
  const saveSettings = useSaveSettings();
  const overview = inArea(overviewAddress(campaign, 'performance'));
  const gate = !review
    ? 'The launch check is still running'
    : review.can_launch
      ? null
      : `${counted(review.blocks.length, 'problem')} to fix first`;
  return {
    review,
    error,
    isFetching,
    refetch,
    overview,
    draft: campaign.status === 'DRAFTED',
    /** Why it cannot be launched now; null when it can. */
    blocked: mayWrite ? gate : 'Your role can view, not edit',
    /** In the zone of the schedule, as the dialog before it. */
    onLaunched: (launched: CampaignView) => {
      toasts.show({
        title: `${launched.name} is launched`,
        text: launchedText(launched, time.now(), time.scale),
        duration: launchedFor,
      });
      void navigate(overview);
    },
    turnOn: () => {
      saveSettings(campaign.id, { add_unsubscribe_tag: true }).then(
        () => {
          toasts.show({ title: 'The unsubscribe header is on' });
          void refetch();
        },
        (problem: unknown) => showProblem('It was not turned on', problem),
      );
    },
  };
}

/** Launches a campaign, now or to send from a later time on, and resumes it. */
export function useStatusChange({ id }: CampaignView) {
  const [setStatus, { isLoading }] = useFormSetStatusMutation();
  const params = { campaignId: id };
  return {
    isChanging: isLoading,
    /** @throws Problem */
    launch: (startAt?: string) =>
      setStatus({ params, body: { action: 'START', ...(startAt ? { start_at: startAt } : {}) } }).unwrap(),
    resume: () =>
      setStatus({ params, body: { action: 'RESUME' } })
        .unwrap()
        .then(
          (resumed) => toasts.show({ title: `${resumed.name} resumed` }),
          (problem: unknown) => showProblem('It was not resumed', problem),
        ),
  };
}

/** A campaign, read anew: its send window may have opened or closed since the page was read. */
export function useCampaignAnew(campaign: CampaignView): CampaignView {
  const { data } = useFormCampaignQuery({ params: { campaignId: campaign.id } }, { refetchOnMountOrArgChange: true });
  return data ?? campaign;
}
