import { useNavigate, useSearchParams } from 'react-router-dom';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  usePlacementAddDraftMutation,
  usePlacementAddTestMutation,
  usePlacementChoicesQuery,
  usePlacementDraftQuery,
  usePlacementLeadSharesQuery,
  usePlacementSaveDraftMutation,
} from './api';
import { base, stateOf } from './placement.hooks';

/** What a new test can be made of, and starting it. A test that was a draft replaces it. */
export function useNewTest(draftId: number | null) {
  const asked = usePlacementChoicesQuery({});
  const [add, adding] = usePlacementAddTestMutation();
  const navigate = useNavigate();
  return {
    choices: asked.data ?? null,
    ...stateOf(asked),
    isSaving: adding.isLoading,
    save: (body: Parameters<typeof add>[0]['body']) =>
      void add({ body: { ...body, draft_id: draftId } })
        .unwrap()
        .then(
          ({ id }) => void navigate(`${base}/${id}/${body.type}/deliverability-results/providers-view`),
          (problem: unknown) => showProblem('The test was not created', problem),
        ),
  };
}

/** The draft that the address names. */
export function useOpenDraft(placementDraftId: number | null) {
  const asked = usePlacementDraftQuery(
    { params: { placementDraftId: placementDraftId ?? 0 } },
    { skip: placementDraftId === null },
  );
  return { draft: asked.data ?? null, ...stateOf(asked) };
}

/** Keeps a new test for later; the address names the draft from then on. */
export function useSaveDraft() {
  const [query, setQuery] = useSearchParams();
  const [add, adding] = usePlacementAddDraftMutation();
  const [save, saving] = usePlacementSaveDraftMutation();
  const draftId = draftIdOf(query);
  return {
    draftId,
    isSavingDraft: adding.isLoading || saving.isLoading,
    saveDraft: async (body: Parameters<typeof add>[0]['body']) => {
      try {
        if (draftId === null) {
          const { id } = await add({ body }).unwrap();
          setQuery({ draft: String(id) }, { replace: true });
        } else await save({ params: { placementDraftId: draftId }, body }).unwrap();
        toasts.show({ tone: 'success', title: 'Draft saved' });
      } catch (problem) {
        showProblem('The draft was not saved', problem);
      }
    },
  };
}

/** The draft in an address; null without one. */
export function draftIdOf(query: URLSearchParams): number | null {
  const text = query.get('draft') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Providers of the leads of a campaign, or of all, and the seeds that follow them. */
export function useLeadShares(campaignId: number | null, isWanted: boolean) {
  const asked = usePlacementLeadSharesQuery(
    { query: campaignId === null ? {} : { campaign_id: campaignId } },
    { skip: !isWanted },
  );
  return { shares: asked.currentData ?? null, ...stateOf(asked) };
}
