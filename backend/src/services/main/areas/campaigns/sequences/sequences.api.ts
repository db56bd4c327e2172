export { findCustomFields } from './merge-fields.store';
export { findSteps, findVersions, pointLeads, type StepRecord } from './sequences.store';
