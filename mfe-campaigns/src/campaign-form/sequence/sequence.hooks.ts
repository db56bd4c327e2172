import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { campaignFormApi, useFormSaveSequenceMutation, useFormSequenceQuery } from '../api';
import { isUnderWay } from '../form-page';
import { keepUnapplied, keptPlace } from '../unapplied';
import { useAutosave } from '../use-autosave';
import { toInput, type DraftStep } from './draft-step';
import { useKeptEditing } from './kept-sequence';
import {
  afterSave,
  begin,
  keepMine as onTheirVersion,
  nothingLoaded,
  roleOfAnswer,
  withProgress,
  type Editing,
  type SavedSequence,
} from './sequence-editor.machine';

/** ms between two looks at how far leads are, while they are under way. */
const progressEvery = 30_000;

/** What is edited: shown as a state, and read as a ref by saves, which always send the newest. */
function useEditing() {
  const latest = useRef<Editing>(nothingLoaded);
  const [steps, setSteps] = useState<DraftStep[] | null>(null);
  const become = useCallback((next: Editing) => {
    latest.current = next;
    setSteps(next.steps);
  }, []);
  return { latest, steps, become };
}

/** The sequence as it is edited: saved by itself, with the ids and the version that each save gives. */
export function useSequence(campaign: CampaignView) {
  const dispatch = useAppDispatch();
  const params = { campaignId: campaign.id };
  // Leads are under way: what is typed is shown with its effect before it applies, and which steps they are past is asked again meanwhile.
  const isLive = isUnderWay(campaign);
  const { data, error, refetch } = useFormSequenceQuery(
    { params },
    { pollingInterval: isLive ? progressEvery : 0, skipPollingIfUnfocused: true, refetchOnFocus: isLive },
  );
  const [save] = useFormSaveSequenceMutation();
  const { latest, steps, become } = useEditing();

  const autosave = useAutosave<{ steps: DraftStep[] }>({
    delay: 1200,
    isHeld: () => isLive,
    keepHeld: () => keepUnapplied(keptPlace(campaign.id, 'sequence'), latest.current),
    // Always the newest state: what waited may not know yet the ids that the save before gave.
    save: async () => {
      const { steps: sent, version } = latest.current;
      const expected = version === null ? {} : { expected_version: version };
      const body = { steps: toInput(sent), is_autosave: !isLive, ...expected };
      const answer = await save({ params, body }).unwrap();
      become(afterSave(latest.current, sent, answer));
      void dispatch(campaignFormApi.util.upsertQueryData('formSequence', { params }, answer));
    },
    // What waits to be saved is always everything, in the state of its newest change, with the ids known by then.
    merge: () => ({ steps: latest.current.steps }),
  });
  const takeKept = useKeptEditing(campaign.id, { autosave, latest });

  const load = useCallback(
    (from: SavedSequence) => {
      const { editing, isResumed } = begin(from, takeKept());
      become(editing);
      if (isResumed) autosave.queue({ steps: editing.steps });
    },
    [autosave, takeKept, become],
  );
  // A newer version of somebody else is taken over as long as nothing here would be lost; otherwise the save says so.
  useEffect(() => {
    if (!data) return;
    const role = roleOfAnswer(latest.current, data, autosave.isPending());
    if (role === 'begin') load(data);
    else if (role === 'progress') {
      const next = withProgress(latest.current, data);
      if (next !== latest.current) become(next);
    }
  }, [data, load, autosave, latest, become]);

  const change = useCallback(
    (make: (current: readonly DraftStep[]) => DraftStep[]) => {
      become({ ...latest.current, steps: make(latest.current.steps) });
      autosave.queue({ steps: latest.current.steps });
    },
    [autosave, latest, become],
  );
  /** Leaves what is unsaved and takes what the server has. */
  const takeTheirs = useCallback(async () => {
    const theirs = await refetch().unwrap();
    autosave.discard();
    load(theirs);
  }, [refetch, autosave, load]);
  /** Saves over what somebody else saved. */
  const keepMine = useCallback(async () => {
    latest.current = onTheirVersion(latest.current, await refetch().unwrap());
    autosave.queue({ steps: latest.current.steps });
    await autosave.apply();
  }, [refetch, autosave, latest]);
  const discard = useCallback(() => {
    autosave.discard();
    if (data) load(data);
  }, [autosave, data, load]);
  return { steps, sequence: data, error, refetch, change, autosave, takeTheirs, keepMine, isLive, discard };
}
