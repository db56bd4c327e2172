import { useSearchParams } from '@skein/mfe/search-params';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import {
  usePlacementAddDraftMutation,
  usePlacementAddTestMutation,
  usePlacementChoicesQuery,
  usePlacementDraftQuery,
  usePlacementLeadSharesQuery,
  usePlacementSaveDraftMutation,
  usePlacementTestSettingsQuery,
} from './api';
import { base, stateOf } from './placement.hooks';
import { copyOf } from './tests/test-values';

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

/** What a new test begins with: the draft that the address names, or a copy of a test, with what of that is gone. */
export function useBeginning(placementDraftId: number | null, copiedId: number | null) {
  const kept = usePlacementDraftQuery(
    { params: { placementDraftId: placementDraftId ?? 0 } },
    { skip: placementDraftId === null },
  );
  const copied = usePlacementTestSettingsQuery(
    { params: { placementTestId: copiedId ?? 0 } },
    { skip: placementDraftId !== null || copiedId === null },
  );
  const [begun] = useState(() => Date.now());
  const copy = useMemo(() => copied.data && copyOf(copied.data, begun), [copied.data, begun]);
  return placementDraftId !== null
    ? { draft: kept.data ?? null, gone: null, ...stateOf(kept) }
    : { draft: copy ?? null, gone: copied.data?.gone ?? null, ...stateOf(copied) };
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

function idIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
/** The draft in an address; null without one. */
export const draftIdOf = (query: URLSearchParams): number | null => idIn(query, 'draft');
/** The test in an address that a new one begins as a copy of; null without one. */
export const copiedIdOf = (query: URLSearchParams): number | null => idIn(query, 'copy');

/** Providers of the leads of a campaign, or of all, and the seeds that follow them. */
export function useLeadShares(campaignId: number | null, isWanted: boolean) {
  const asked = usePlacementLeadSharesQuery(
    { query: campaignId === null ? {} : { campaign_id: campaignId } },
    { skip: !isWanted },
  );
  return { shares: asked.currentData ?? null, ...stateOf(asked) };
}
