import type { AssistantRecord } from './assistant.store';

/** Whether the workspace's rule answers a reply that the model sorted. Off unless an owner chose categories. */
export const isAnsweredByRule = (
  assistant: AssistantRecord,
  categoryId: number | null,
  confidence: number | null,
): boolean =>
  assistant.sends_drafts &&
  categoryId !== null &&
  assistant.draft_category_ids.includes(categoryId) &&
  (confidence ?? 0) >= assistant.draft_min_confidence;
