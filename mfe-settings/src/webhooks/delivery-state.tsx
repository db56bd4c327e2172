import { StateStatus, type KnownState } from '@skein/ui/status';

const states: Record<string, { state: KnownState; word: string }> = {
  PENDING: { state: 'waiting', word: 'Waiting' },
  DELIVERING: { state: 'started', word: 'Being sent' },
  DELIVERED: { state: 'good', word: 'Delivered' },
  FAILED: { state: 'failed', word: 'Failed' },
};

/** Glyph, word and colour of a delivery. */
export function DeliveryState({ state }: { state: string }) {
  const known = states[state] ?? { state: 'waiting' as const, word: state };
  return <StateStatus state={known.state}>{known.word}</StateStatus>;
}

/** What came back, in words: the status and how long it took, or why nothing came. */
export const answerOf = (delivery: {
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}): string =>
  [
    delivery.last_status === null ? null : `HTTP ${delivery.last_status}`,
    delivery.last_error,
    delivery.last_duration_ms === null ? null : `${delivery.last_duration_ms.toLocaleString('en-US')} ms`,
  ]
    .filter(Boolean)
    .join(', ') || 'No answer yet';
