export { findCustomFields } from './merge-fields.store';
export { findSteps, type StepRecord } from './sequences.store';
export { findVersions } from './sequence-versions.store';
