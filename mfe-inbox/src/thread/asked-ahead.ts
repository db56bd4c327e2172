import { useLayoutEffect, useMemo } from 'react';
import { useActions, type Action } from '@skein/mfe/actions';
import { createSignal } from '@skein/mfe/signal';
import { awaitField, takeTyped } from '@skein/ui/typed-ahead';

type What = 'reply' | 'forward';

/** What was asked of a conversation that is still loading. What is typed after it waits too. */
const asked = createSignal<{ enrolmentId: number; what: What; isHere: () => void } | null>(null);

const none: Action[] = [];

/** Answering and forwarding by key while the conversation is loading: it is done as soon as that is there. */
export function useAskAhead(enrolmentId: number | null): void {
  const list = useMemo<Action[]>(() => {
    if (enrolmentId === null) return none;
    const ask = (what: What) => () => {
      asked.get()?.isHere();
      asked.set({ enrolmentId, what, isHere: awaitField() });
    };
    const group = 'Conversation';
    return [
      { id: 'thread.reply', label: 'Reply', group, keys: 'r', icon: 'reply', run: ask('reply') },
      { id: 'thread.forward', label: 'Forward', group, keys: 'f', icon: 'forward', run: ask('forward') },
    ];
  }, [enrolmentId]);
  useActions(list);
  // Somebody who moves to another conversation means that one.
  useLayoutEffect(() => {
    const before = asked.get();
    if (!before || enrolmentId === null || before.enrolmentId === enrolmentId) return;
    before.isHere();
    asked.set(null);
  }, [enrolmentId]);
}

/** Does what was asked of this conversation before it was there; an answer begins with what was typed since. */
export function useAskedAhead(
  enrolmentId: number,
  run: { reply: (typed: string) => void; forward: () => void },
  mayAct: boolean,
): void {
  useLayoutEffect(() => {
    const before = asked.get();
    if (before?.enrolmentId !== enrolmentId) return;
    asked.set(null);
    if (before.what === 'reply') {
      const typed = takeTyped();
      if (mayAct) run.reply(typed);
    } else {
      before.isHere();
      if (mayAct) run.forward();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the conversation is shown
  }, []);
}
