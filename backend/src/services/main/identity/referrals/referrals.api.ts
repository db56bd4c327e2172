export { findReferrer } from './referrals.store';
