import type { EnrolmentReason } from '@skein/contracts/constants';
import type { HoldKind } from './lead-state';

/** A step of the sequence and its number. */
export interface StepPlace {
  id: number;
  number: number;
}

/** What follows a step: the next one and when it is due; null at the end of the sequence. */
export interface NextPlace {
  step: StepPlace | null;
  /** The number of the place where no step is left. */
  number: number;
  dueAt: number | null;
}

/** What can happen to a lead. `at` is campaign time in milliseconds. */
export type LeadEvent =
  /** A reply, an unsubscribe, a bounce, a suppression, or a person ends it. */
  | {
      kind: 'END';
      as: 'STOPPED' | 'BLOCKED';
      reason: EnrolmentReason;
      detail: unknown;
      at: number;
      /** The lead asked this campaign to stop. */
      isUnsubscribed?: boolean;
    }
  /** It was pushed into a subsequence. */
  | { kind: 'PUSH'; detail: unknown; at: number }
  /** The server refused its email for good. */
  | { kind: 'REFUSE'; as: 'STOPPED' | 'BLOCKED'; reason: EnrolmentReason; detail: unknown; at: number }
  | { kind: 'PAUSE'; reason: 'MANUAL' | 'CATEGORY' }
  | {
      kind: 'RESUME';
      at: number;
      /** When its next step is due; null continues where it was. */
      dueAt: number | null;
      /** The first step behind the last one it is past. */
      next: StepPlace | null;
      /** What becomes of a lead without a step left. */
      withoutStep: 'STAYS' | 'COMPLETES';
      /** Who decided it undoes that the lead must not be contacted. */
      lifts?: 'DO_NOT_CONTACT' | undefined;
    }
  | { kind: 'HOLD'; hold: HoldKind; until: number | null; detail?: unknown; at: number }
  /** The hold of this kind is over. */
  | { kind: 'RELEASE'; hold: HoldKind }
  /** The server accepted its email, or may have. */
  | { kind: 'SEND'; passed: number; next: NextPlace; at: number }
  /** A manual or LinkedIn step was done. */
  | { kind: 'PASS'; passed: number; next: NextPlace; at: number }
  /** An edit removed the steps that it had not had yet. */
  | { kind: 'RUN_OUT'; at: number };

export type LeadEventKind = LeadEvent['kind'];
