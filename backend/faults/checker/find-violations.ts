import { checkContent } from './check-content';
import { checkLimits } from './check-limits';
import { checkAnswers, checkOnce, checkStops } from './check-once';
import { checkStates } from './check-states';
import type { CheckOptions, Evidence, Violation } from './evidence';

/** Every breach of the invariants of docs/engine.md that the evidence shows. Empty is the only good answer. */
export function findViolations(evidence: Evidence, options: CheckOptions): Violation[] {
  return [
    ...checkOnce(evidence, options),
    ...checkStops(evidence, options),
    ...checkAnswers(evidence, options),
    ...checkLimits(evidence, options),
    ...checkContent(evidence),
    ...checkStates(evidence, options),
  ];
}

/** Figures beside the verdict. */
export function summarise(evidence: Evidence): {
  accepted: number;
  sent: number;
  inDoubt: number;
  inDoubtAccepted: number;
  enrolments: Record<string, number>;
} {
  const accepted = new Set(evidence.mails.map((mail) => mail.messageId));
  const inDoubt = evidence.intents.filter((intent) => intent.state === 'IN_DOUBT');
  const enrolments: Record<string, number> = {};
  for (const { status } of evidence.enrolments) enrolments[status] = (enrolments[status] ?? 0) + 1;
  return {
    accepted: evidence.mails.length,
    sent: evidence.intents.filter((intent) => intent.state === 'SENT').length,
    inDoubt: inDoubt.length,
    inDoubtAccepted: inDoubt.filter((intent) => accepted.has(intent.messageId)).length,
    enrolments,
  };
}
