import { example } from '@skein/testing/example';
import { sequencesContract } from '@skein/contracts/main/sequences.contract';
import type { SaveState } from '../autosave';
import { freshStep } from './draft-step';
import {
  afterSave,
  begin,
  keepMine,
  nothingLoaded,
  numberAfterRemoval,
  refusalOfTest,
  removalOf,
  roleOfAnswer,
  troubleOf,
  withProgress,
  type Editing,
  type SavedSequence,
} from './sequence-editor.machine';
import { changeStep } from './sequence-state';

const { getSequence } = sequencesContract.endpoints;
const saved = (version: number, ids: number[] = [1, 2]): SavedSequence =>
  example(getSequence.response, {
    version,
    steps: ids.map((id) => ({
      id,
      seq_number: id,
      variants: [{ id: id * 10, variant_label: 'A', subject: `Step ${id}` }],
    })),
  }) as SavedSequence;
const state = (change: Partial<SaveState>): SaveState => ({ status: 'saved', savedAt: null, problem: null, ...change });
const problem = (code: string) => ({ status: 409, code, message: 'No', details: [], requestId: '' });
const subjects = ({ steps }: Pick<Editing, 'steps'>) => steps.map((step) => step.variants[0]?.subject);
const typed = (editing: Editing, subject: string): Editing => ({
  ...editing,
  steps: changeStep(editing.steps, 'step-1', (step) => ({
    ...step,
    variants: step.variants.map((variant) => ({ ...variant, subject })),
  })),
});

describe('loading', () => {
  it('begins with the steps of the server', () => {
    expect(subjects(begin(saved(3)).editing)).toEqual(['Step 1', 'Step 2']);
  });

  it('begins with one empty step where there is none', () => {
    expect(begin(saved(0, [])).editing.steps).toHaveLength(1);
  });

  it('goes on with what was held on the same version', () => {
    const held = typed(begin(saved(3)).editing, 'Held');
    expect(begin(saved(3), held)).toEqual({ editing: held, isResumed: true });
  });

  it('drops what was held on a version that is gone', () => {
    const { editing, isResumed } = begin(saved(4), typed(begin(saved(3)).editing, 'Held'));
    expect([isResumed, subjects(editing)[0]]).toEqual([false, 'Step 1']);
  });
});

describe('an answer that comes while somebody edits', () => {
  const { editing } = begin(saved(3));

  it.each([
    { name: 'the first answer begins', before: nothingLoaded, version: 3, hasUnsaved: false, role: 'begin' },
    {
      name: 'a newer version is taken while nothing is unsaved',
      before: editing,
      version: 4,
      hasUnsaved: false,
      role: 'begin',
    },
    {
      name: 'a newer version waits for the next save while something is',
      before: editing,
      version: 4,
      hasUnsaved: true,
      role: 'progress',
    },
    {
      name: 'the same version only tells how far leads are',
      before: editing,
      version: 3,
      hasUnsaved: false,
      role: 'progress',
    },
    {
      name: 'an answer from before the last save is too old',
      before: editing,
      version: 2,
      hasUnsaved: false,
      role: 'old',
    },
  ])('$name', ({ before, version, hasUnsaved, role }) => {
    expect(roleOfAnswer(before, saved(version), hasUnsaved)).toBe(role);
  });

  it('keeps the place of steps that leads have passed, and what was typed', () => {
    const answer = saved(3);
    const passed = { ...answer, steps: answer.steps.map((step) => ({ ...step, is_passed: step.id === 1 })) };
    const next = withProgress(typed(editing, 'Typed'), passed);
    expect(next.steps.map((step) => step.isPassed)).toEqual([true, false]);
    expect(subjects(next)).toEqual(['Typed', 'Step 2']);
    expect(withProgress(next, passed)).toBe(next);
  });
});

describe('saving', () => {
  it('takes the ids of a save into what was typed meanwhile, and stands on its version', () => {
    const sent = [...begin(saved(3)).editing.steps, freshStep(3)];
    const meanwhile = typed({ version: 3, steps: sent }, 'Typed meanwhile');
    const next = afterSave(meanwhile, sent, saved(4, [1, 2, 9]));
    expect([next.version, next.steps.map((step) => step.id), subjects(next)[0]]).toEqual([
      4,
      [1, 2, 9],
      'Typed meanwhile',
    ]);
  });

  it('calls it a conflict when somebody else saved, also of a live campaign', () => {
    const failed = state({ status: 'failed', problem: problem('CONFLICT') });
    expect([troubleOf(failed, false), troubleOf(failed, true)]).toEqual(['conflict', 'conflict']);
  });

  it('leaves other failures of a live campaign to its bar', () => {
    const failed = state({ status: 'failed', problem: problem('OFFLINE') });
    expect([troubleOf(failed, false), troubleOf(failed, true)]).toEqual(['unsaved', null]);
  });

  it.each(['idle', 'held', 'waiting', 'saving', 'saved'] as const)('has no trouble while it is %s', (status) => {
    expect(troubleOf(state({ status, problem: problem('CONFLICT') }), false)).toBeNull();
  });

  it('keeping mine stands on their version and changes no text', () => {
    const mine = typed(begin(saved(3)).editing, 'Mine');
    expect(keepMine(mine, saved(5))).toEqual({ ...mine, version: 5 });
  });

  it('sends a test of what is saved only', () => {
    expect(refusalOfTest(null, 'saved')).toMatch(/Write the text/);
    expect(refusalOfTest('', 'saved')).toMatch(/Write the text/);
    expect(refusalOfTest('<p>Hello</p>', 'held')).toMatch(/Apply your changes/);
    expect(refusalOfTest('<p>Hello</p>', 'waiting')).toBeNull();
  });
});

describe('taking a step away', () => {
  const { editing } = begin(saved(3, [1, 2, 3]));

  it('brings it back as itself after other edits', () => {
    const removal = removalOf(editing.steps, 'step-2');
    const without = removal?.remove(editing.steps) ?? [];
    expect(without.map((step) => step.id)).toEqual([1, 3]);
    const back = removal?.undo([...without, freshStep(3)]) ?? [];
    expect([removal?.number, back.map((step) => step.id)]).toEqual([2, [1, 2, 3, null]]);
  });

  it('is nothing for a step that is not there', () => {
    expect(removalOf(editing.steps, 'step-9')).toBeNull();
  });

  it.each([
    [{ shown: 3, removed: 1, count: 3 }, 2],
    [{ shown: 1, removed: 1, count: 3 }, 1],
    [{ shown: 3, removed: 3, count: 3 }, 2],
    [{ shown: 1, removed: 2, count: 3 }, 1],
    [{ shown: 1, removed: 1, count: 1 }, 1],
  ])('keeps the step that is written in sight: %j', (given, number) => {
    expect(numberAfterRemoval(given)).toBe(number);
  });
});
