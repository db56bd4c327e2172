import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAppDispatch } from '@skein/mfe/store';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { campaignFormApi, useFormSaveSequenceMutation } from '../api';
import { isUnderWay } from '../form-page';
import { fromSteps, toInput, type DraftStep } from '../sequence/draft-step';
import { addFallbackEverywhere, restoreTexts } from '../sequence/fallback-everywhere';
import { nameOfField } from '../sequence/step-labels';

/**
 * Gives a field its fallback in all emails, from the review itself. Null where leads are under way: there an edit is shown with its
 * effect before it applies, which the sequence does.
 */
export function useAddFallback(campaign: CampaignView): ((field: string, text: string) => Promise<void>) | null {
  const dispatch = useAppDispatch();
  const [save] = useFormSaveSequenceMutation();
  const params = { campaignId: campaign.id };
  const rewrite = async (make: (steps: DraftStep[]) => DraftStep[]) => {
    const { steps, version } = await dispatch(
      campaignFormApi.endpoints.formSequence.initiate({ params }, { subscribe: false, forceRefetch: true }),
    ).unwrap();
    const body = { steps: toInput(make(fromSteps(steps))), is_autosave: false, expected_version: version };
    const saved = await save({ params, body }).unwrap();
    void dispatch(campaignFormApi.util.upsertQueryData('formSequence', { params }, saved));
  };
  if (isUnderWay(campaign)) return null;
  return async (field, text) => {
    let before: DraftStep[] = [];
    let after: DraftStep[] = [];
    let count = 0;
    await rewrite((steps) => {
      before = steps;
      ({ steps: after, changed: count } = addFallbackEverywhere(steps, field, text));
      return after;
    });
    toasts.show({
      title: `Fallback for “${nameOfField(field)}” added`,
      text: `In ${counted(count, 'email')} of this sequence.`,
      undo: { run: () => rewrite((steps) => restoreTexts(steps, before, after)) },
    });
  };
}
