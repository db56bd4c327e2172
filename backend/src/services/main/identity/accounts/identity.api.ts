export { firstPlan } from './identity.store';
