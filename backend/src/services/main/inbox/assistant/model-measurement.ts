import measured from './measured-models.json';

/** Of what was put into a category the share that belongs there, and of what belongs there the share that was put into it. */
export interface Score {
  precision: number;
  recall: number;
}

/** A model on the labelled answers, beside the rules. */
export interface ModelMeasurement {
  /** As the service names it. */
  model: string;
  /** YYYY-MM-DD */
  measured_on: string;
  replies: number;
  categories: { id: number; rules: Score; model: Score }[];
}

/** What `npm run measure-model` found out. */
export const measuredModels: ModelMeasurement[] = measured;

export const measurementOf = (model: string): ModelMeasurement | null =>
  measuredModels.find((one) => one.model === model) ?? null;

/** Categories that a model finds less surely, or less often, than the rules. Pure. */
export const worseIn = ({ categories }: Pick<ModelMeasurement, 'categories'>): number[] =>
  categories
    .filter(({ rules, model }) => model.precision < rules.precision || model.recall < rules.recall)
    .map(({ id }) => id);

/** Whether a workspace that sets up this model has it sort replies from the start: it was measured, and is worse in no category. */
export function isDefaultSorter(model: string): boolean {
  const measurement = measurementOf(model);
  return measurement !== null && worseIn(measurement).length === 0;
}
