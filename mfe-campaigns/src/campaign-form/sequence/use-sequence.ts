import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { campaignFormApi, useFormSaveSequenceMutation, useFormSequenceQuery } from '../api';
import { isUnderWay } from '../form-page';
import { useAutosave } from '../use-autosave';
import { freshStep, fromSteps, takeIds, takeProgress, toInput, type DraftStep } from './sequence-state';

/** ms between two looks at how far leads are, while they are under way. */
const progressEvery = 30_000;

/** What was not applied yet when somebody went to another tab of the form, by campaign; a newer saved version ends it. */
const kept = new Map<number, { version: number | null; steps: DraftStep[] }>();

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
  const [steps, setSteps] = useState<DraftStep[] | null>(null);
  const latest = useRef<DraftStep[]>([]);
  const version = useRef<number | null>(null);

  const autosave = useAutosave<{ steps: DraftStep[] }>({
    delay: 1200,
    isHeld: () => isLive,
    keepHeld: () => {
      kept.set(campaign.id, { version: version.current, steps: latest.current });
      return true;
    },
    // Always the newest state: what waited may not know yet the ids that the save before gave.
    save: async () => {
      const sent = latest.current;
      const answer = await save({
        params,
        body: {
          steps: toInput(sent),
          is_autosave: !isLive,
          ...(version.current === null ? {} : { expected_version: version.current }),
        },
      }).unwrap();
      version.current = answer.version;
      latest.current = takeProgress(takeIds(latest.current, sent, answer.steps), answer.steps);
      setSteps(latest.current);
      void dispatch(campaignFormApi.util.upsertQueryData('formSequence', { params }, answer));
    },
    // What waits to be saved is always everything, in the state of its newest change, with the ids known by then.
    merge: () => ({ steps: latest.current }),
  });

  const load = useCallback(
    (from: NonNullable<typeof data>) => {
      version.current = from.version;
      latest.current = from.steps.length > 0 ? fromSteps(from.steps) : [freshStep(0)];
      const before = kept.get(campaign.id);
      kept.delete(campaign.id);
      if (before && before.version === from.version) {
        latest.current = before.steps;
        autosave.queue({ steps: before.steps });
      }
      setSteps(latest.current);
    },
    [autosave, campaign.id],
  );
  // A newer version of somebody else is taken over as long as nothing here would be lost; otherwise the save says so.
  useEffect(() => {
    if (!data) return;
    // An answer from before the last save, read while that was under way, is older than what stands here.
    if (version.current !== null && data.version < version.current) return;
    if (data.version !== version.current && !autosave.isPending()) {
      load(data);
      return;
    }
    // Sending goes on while somebody writes: a step that leads are past by now keeps its place.
    const next = takeProgress(latest.current, data.steps);
    if (next !== latest.current) {
      latest.current = next;
      setSteps(next);
    }
  }, [data, load, autosave]);

  const change = useCallback(
    (make: (current: readonly DraftStep[]) => DraftStep[]) => {
      latest.current = make(latest.current);
      setSteps(latest.current);
      autosave.queue({ steps: latest.current });
    },
    [autosave],
  );
  /** Leaves what is unsaved and takes what the server has. */
  const takeTheirs = useCallback(async () => {
    const theirs = await refetch().unwrap();
    autosave.discard();
    load(theirs);
  }, [refetch, autosave, load]);
  /** Saves over what somebody else saved. */
  const keepMine = useCallback(async () => {
    version.current = (await refetch().unwrap()).version;
    autosave.queue({ steps: latest.current });
    await autosave.apply();
  }, [refetch, autosave]);
  const discard = useCallback(() => {
    autosave.discard();
    if (data) load(data);
  }, [autosave, data, load]);
  return { steps, sequence: data, error, refetch, change, autosave, takeTheirs, keepMine, isLive, discard };
}
