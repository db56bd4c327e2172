import type { useAiWriting } from './ai-writing.hooks';

export interface Text {
  subject: string;
  body: string;
}

export interface AiDialogProps {
  campaignId: number;
  seqNumber: number;
  /** The variant that is shown. */
  label: string;
  /** A follow-up without a subject: it stays in its thread, whatever is suggested. */
  inThread: boolean;
  /** Letter of the next variant; null when there are as many as there may be. */
  freeLabel: string | null;
  onReplace: (text: Text) => void;
  onAdd: (text: Text) => void;
  onClose: () => void;
}

export type WritingProps = AiDialogProps & { writing: ReturnType<typeof useAiWriting>; defaultModel: string };
