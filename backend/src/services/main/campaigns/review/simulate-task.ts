import { simulate } from '#engine/sending/simulate';
import type { SimulationInput, SimulationResult } from '#engine/sending/simulation.types';
import type { HeavyTask } from '#platform/workers/heavy-work';

/** Plays the planner ahead. A few hundred emails take some 10 ms, as long as bringing the leads to a thread and back. */
export const simulateTask: HeavyTask<SimulationInput, SimulationResult> = {
  name: 'simulate',
  lane: 'request',
  limit: 30_000,
  inlineBelow: 200,
  run: simulate,
};

/** Emails that are played at most, for each mailbox that each slot looks at: what `inlineBelow` counts. */
export const weightOfSimulation = ({ campaign, enrolments, mailboxes }: SimulationInput): number =>
  enrolments.length * Math.max(1, campaign.steps.length) * Math.max(1, mailboxes.length / 10);
