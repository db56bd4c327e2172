import { fixedCategories } from '@skein/contracts/constants';
import type { ModelMeasurement, Score } from './model-measurement';

/** A labelled answer, as the rules and as the model sorted it; null: left to a person. */
export interface SortedByBoth {
  /** Each of them is right. */
  right: readonly (number | null)[];
  rules: number | null;
  model: number | null;
}

/** Scores the model beside the rules, category by category. Pure. */
export function scoreModel(sorted: readonly SortedByBoth[]): ModelMeasurement['categories'] {
  return fixedCategories.map(({ id }) => ({
    id,
    rules: scoreOf(sorted, id, 'rules'),
    model: scoreOf(sorted, id, 'model'),
  }));
}

function scoreOf(sorted: readonly SortedByBoth[], id: number, by: 'rules' | 'model'): Score {
  const isRight = (one: SortedByBoth) => one.right.includes(one[by]);
  const share = (of: readonly SortedByBoth[]) => (of.length === 0 ? 1 : of.filter(isRight).length / of.length);
  return {
    precision: share(sorted.filter((one) => one[by] === id)),
    // What may belong elsewhere as well is missed by nobody.
    recall: share(sorted.filter(({ right }) => right.every((one) => one === id))),
  };
}
