import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LinkedInAnswerView, LinkedInMessageView, ThreadMessage } from '@skein/contracts/main/inbox-views';
import { styled } from 'styled-components';
import { LinkedInAnswerCard, LinkedInCard } from './linkedin-card';
import { MessageCard } from './message-card';

const Messages = styled.div`
  flex: 1;
  min-height: 0;
  overflow: auto;
  padding: var(--s-3) var(--s-4);
  display: flex;
  flex-direction: column;
  gap: var(--s-3);
  scrollbar-width: thin;
  & > * {
    flex: none;
  }
  @media (max-width: 720px) {
    padding: var(--s-3);
  }
`;

type Entry = { message: ThreadMessage } | { linkedIn: LinkedInMessageView } | { answer: LinkedInAnswerView };

const keyOf = (entry: Entry): string =>
  'message' in entry
    ? String(entry.message.id)
    : 'linkedIn' in entry
      ? `linkedin-${entry.linkedIn.id}`
      : `linkedin-answer-${entry.answer.id}`;
const timeOf = (entry: Entry): number =>
  Date.parse('message' in entry ? entry.message.at : 'linkedIn' in entry ? entry.linkedIn.at : entry.answer.at);

/** What was written on LinkedIn, by the lead and by people of the workspace. */
export interface LinkedInSide {
  enrolmentId: number;
  messages: readonly LinkedInMessageView[];
  answers: readonly LinkedInAnswerView[];
  mayAct: boolean;
  /** The address of the lead's profile. */
  profile: string | null;
}

/** Emails and what was written on LinkedIn, by time. */
const byTime = (messages: readonly ThreadMessage[], linkedIn: LinkedInSide): Entry[] => {
  const entries: Entry[] = messages.map((message) => ({ message }));
  const written: Entry[] = [
    ...linkedIn.messages.map((one) => ({ linkedIn: one })),
    ...linkedIn.answers.map((answer) => ({ answer })),
  ];
  return written.length === 0
    ? entries
    : [...entries, ...written].toSorted((one, other) => timeOf(one) - timeOf(other));
};

/** The emails: the newest open, older ones folded to one line each. Starts at the newest. */
export function MessageList({
  messages,
  linkedIn,
  leadName,
  children,
  onForward,
  onIgnore,
  now,
  timeZone,
}: {
  messages: readonly ThreadMessage[];
  linkedIn: LinkedInSide;
  leadName: string;
  children: ReactNode;
  now: Date;
  timeZone: string;
  onForward?: ((message: ThreadMessage) => void) | undefined;
  onIgnore?: ((message: ThreadMessage) => void) | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const place = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  const entries = byTime(messages, linkedIn);
  const end = entries.at(-1);
  const newestPlace = end && keyOf(end);
  useEffect(() => {
    const element = place.current;
    const newest = element?.querySelector<HTMLElement>(`[data-message="${newestPlace}"]`);
    if (element && newest) element.scrollTop = Math.max(0, newest.offsetTop - element.offsetTop - 64);
  }, [newestPlace]);
  return (
    <Messages ref={place} tabIndex={0} role="region" aria-label="Messages" style={{ outlineOffset: '-2px' }}>
      {entries.map((entry) => {
        if ('linkedIn' in entry)
          return (
            <div key={keyOf(entry)} data-message={keyOf(entry)}>
              <LinkedInCard
                message={entry.linkedIn}
                leadName={leadName}
                profile={linkedIn.profile}
                now={now}
                timeZone={timeZone}
              />
            </div>
          );
        if ('answer' in entry)
          return (
            <div key={keyOf(entry)} data-message={keyOf(entry)}>
              <LinkedInAnswerCard
                enrolmentId={linkedIn.enrolmentId}
                answer={entry.answer}
                leadName={leadName}
                mayAct={linkedIn.mayAct}
                now={now}
                timeZone={timeZone}
              />
            </div>
          );
        const { message } = entry;
        const isOpen =
          changed.get(message.id) ?? (message.id === last || (message.direction === 'in' && !message.is_read));
        return (
          <div key={message.id} data-message={keyOf(entry)}>
            <MessageCard
              message={message}
              isOpen={isOpen}
              now={now}
              timeZone={timeZone}
              onToggle={() => setChanged(new Map(changed).set(message.id, !isOpen))}
              onForward={onForward && (() => onForward(message))}
              onIgnore={onIgnore && (() => onIgnore(message))}
            />
          </div>
        );
      })}
      {children}
    </Messages>
  );
}
