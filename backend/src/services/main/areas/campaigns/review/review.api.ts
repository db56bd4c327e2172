export { loadSimulationInput, readSendingHeld } from './plan-input.store';
