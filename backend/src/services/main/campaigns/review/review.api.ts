export { loadSimulationInput, readSendingHeld } from './plan-input.store';
export { simulateTask, weightOfSimulation } from './simulate-task';
