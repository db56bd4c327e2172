export { findSetupVersions } from './setup-version.store';
