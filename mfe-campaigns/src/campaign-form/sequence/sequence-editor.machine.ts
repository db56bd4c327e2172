import type { CallOutput } from '@skein/contracts/endpoint';
import type { sequencesContract } from '@skein/contracts/main/sequences.contract';
import type { SaveState } from '../autosave';
import { freshStep, fromSteps, type DraftStep } from './draft-step';
import { removeStep, restoreStep, takeIds, takeProgress } from './sequence-state';

/** A sequence as the server has it. */
export type SavedSequence = CallOutput<(typeof sequencesContract)['endpoints']['getSequence']>;

/** What is edited, and the version of the server that it stands on; none before the first answer. */
export interface Editing {
  readonly steps: DraftStep[];
  readonly version: number | null;
}

export const nothingLoaded: Editing = { steps: [], version: null };

/** Begins with what the server has. `held` is what was typed on the same version and not applied: it goes on from there. */
export function begin(saved: SavedSequence, held?: Editing): { editing: Editing; isResumed: boolean } {
  if (held && held.version === saved.version) return { editing: held, isResumed: true };
  const steps = saved.steps.length > 0 ? fromSteps(saved.steps) : [freshStep(0)];
  return { editing: { steps, version: saved.version }, isResumed: false };
}

/**
 * What becomes of an answer that was read while somebody edits.
 * - `old`: read before the last save was done; nothing is taken of it.
 * - `begin`: a newer version, and nothing here would be lost by taking it.
 * - `progress`: the same version, or one that the next save has to face; sending went on meanwhile, which is all that is taken.
 */
export function roleOfAnswer(
  editing: Editing,
  saved: SavedSequence,
  hasUnsaved: boolean,
): 'old' | 'begin' | 'progress' {
  if (editing.version !== null && saved.version < editing.version) return 'old';
  return saved.version !== editing.version && !hasUnsaved ? 'begin' : 'progress';
}

/** How far leads are by now: a step that they are past keeps its place. The same state comes back when there is nothing new. */
export function withProgress(editing: Editing, saved: SavedSequence): Editing {
  const steps = takeProgress(editing.steps, saved.steps);
  return steps === editing.steps ? editing : { ...editing, steps };
}

/** After a save of `sent`: its version, and its ids in what was typed meanwhile. */
export function afterSave(editing: Editing, sent: readonly DraftStep[], saved: SavedSequence): Editing {
  return { version: saved.version, steps: takeProgress(takeIds(editing.steps, sent, saved.steps), saved.steps) };
}

/** Stands on somebody else's version from now on, so that the next save goes over it. */
export const keepMine = (editing: Editing, theirs: SavedSequence): Editing => ({ ...editing, version: theirs.version });

/** Why what was typed is not saved, as far as the tab has to say it: the bar of a live campaign says the rest. */
export function troubleOf({ status, problem }: SaveState, isLive: boolean): 'conflict' | 'unsaved' | null {
  if (status !== 'failed' || !problem) return null;
  if (problem.code === 'CONFLICT') return 'conflict';
  return isLive ? null : 'unsaved';
}

/** Why no test can be sent of the variant that is shown; null when one can. */
export function refusalOfTest(body: string | null, saving: SaveState['status']): string | null {
  if (body === null || body === '') return 'Write the text of an email step first';
  return saving === 'held' ? 'Apply your changes first: a test sends what is saved' : null;
}

/**
 * Where the person stands after step `removed` is gone, counted from 1: the step that is written stays in sight when
 * one before it goes.
 */
export function numberAfterRemoval({
  shown,
  removed,
  count,
}: {
  shown: number;
  removed: number;
  count: number;
}): number {
  return removed < shown ? shown - 1 : Math.max(1, Math.min(shown, count - 1));
}

/** A step that is taken away, and how it comes back: as itself, also after other edits. */
export interface Removal {
  /** Counted from 1. */
  number: number;
  remove: (steps: readonly DraftStep[]) => DraftStep[];
  undo: (steps: readonly DraftStep[]) => DraftStep[];
}

/** The removal of a step; null when it is not there. */
export function removalOf(steps: readonly DraftStep[], key: string): Removal | null {
  const at = steps.findIndex((step) => step.key === key);
  const gone = steps[at];
  const behind = steps[at + 1];
  if (!gone) return null;
  return {
    number: at + 1,
    remove: (current) => removeStep(current, key),
    undo: (current) => restoreStep(current, at, gone, behind),
  };
}
