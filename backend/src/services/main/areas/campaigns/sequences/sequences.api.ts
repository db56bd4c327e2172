export { findCustomFields } from './merge-fields.store';
export { findSteps, type StepRecord } from './sequences.store';
export { pointLeads } from './sequence-positions.store';
export { findVersions } from './sequence-versions.store';
