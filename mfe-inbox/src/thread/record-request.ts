import { createSignal } from '@skein/mfe/signal';

/** What can be added to or done with a lead in a dialog. */
export type RecordKind = 'note' | 'task' | 'reminder' | 'resume' | 'block' | 'revenue' | 'subsequence';

/** Which dialog is asked for, and for whose conversation: the thread shows it, whoever asked. */
export const recordRequest = createSignal<{ enrolmentId: number; kind: RecordKind } | null>(null);

export const askFor = (enrolmentId: number, kind: RecordKind): void => recordRequest.set({ enrolmentId, kind });
