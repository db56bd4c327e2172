import type { Thread } from './use-thread';

export interface OpenThreadProps {
  enrolmentId: number;
  thread: Thread & { data: NonNullable<Thread['data']> };
  /** Another conversation was chosen and is loading: this one is shown until then, and does nothing any more. */
  isLeaving: boolean;
  onMoveOn?: (() => void) | undefined;
  onBack?: (() => void) | undefined;
  onShowLead?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}
