import { useForwarding } from '../composer/use-forward';
import { useTakeOver } from '../composer/use-take-over';
import { usePresence } from '../presence/use-presence';
import { useAskedAhead } from './asked-ahead';
import type { OpenThreadProps } from './open-thread.types';
import { useLinkedInWriting, useRecovery, useWriting } from './use-writing';

export type Answering = ReturnType<typeof useAnswering>;

/** What is being answered in a conversation: by email, on LinkedIn or by forwarding; and who else is there. */
export function useAnswering({ enrolmentId, thread, isLeaving }: OpenThreadProps) {
  const { data, readAt, draft, draftIsKnown, mayAct } = thread;
  const hasDraft = draft?.draft != null;
  const linkedIn = useLinkedInWriting(enrolmentId);
  const { writing, reply, replyWith, restored, close } = useWriting(draftIsKnown, hasDraft, linkedIn);
  const forwarding = useForwarding(enrolmentId, data.messages);
  const takeOver = useTakeOver(enrolmentId, data.reply_to, restored);
  useRecovery(enrolmentId, { data, readAt, isShown: mayAct && !isLeaving }, restored);
  const others = usePresence(enrolmentId, writing && mayAct ? 'WRITING' : 'READING');
  const newest = data.messages.findLast((message) => message.direction === 'in') ?? data.messages.at(-1);
  const forward = () => {
    if (newest) forwarding.open(newest);
  };
  useAskedAhead(enrolmentId, { reply: replyWith, forward }, mayAct);
  return {
    hasDraft,
    linkedIn,
    writing,
    reply,
    restored,
    close,
    forwarding,
    forward,
    mayForward: newest !== undefined,
    takeOver,
    others,
  };
}
