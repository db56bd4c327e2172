import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { styled } from 'styled-components';
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

/** The emails: the newest open, older ones folded to one line each. Starts at the newest. */
export function MessageList({
  messages,
  children,
  onForward,
  onIgnore,
  now,
  timeZone,
}: {
  messages: readonly ThreadMessage[];
  children: ReactNode;
  now: Date;
  timeZone: string;
  onForward?: ((message: ThreadMessage) => void) | undefined;
  onIgnore?: ((message: ThreadMessage) => void) | undefined;
}) {
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map());
  const place = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  useEffect(() => {
    const element = place.current;
    const newest = element?.querySelector<HTMLElement>(`[data-message="${last}"]`);
    if (element && newest) element.scrollTop = Math.max(0, newest.offsetTop - element.offsetTop - 64);
  }, [last]);
  return (
    <Messages ref={place} tabIndex={0} role="region" aria-label="Emails" style={{ outlineOffset: '-2px' }}>
      {messages.map((message) => {
        const isOpen =
          changed.get(message.id) ?? (message.id === last || (message.direction === 'in' && !message.is_read));
        return (
          <div key={message.id} data-message={message.id}>
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
