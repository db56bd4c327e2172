import { useEffect, useState } from 'react';
import { Glyph, type GlyphName } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Popover } from '@skein/ui/popover';
import { toasts, type ToastEntry, type ToastTone } from '@skein/ui/toast-store';
import { styled } from 'styled-components';
import { agoText } from './sync-pill';

interface Message extends ToastEntry {
  at: number;
}

const kept = 30;
let messages: Message[] = [];

const List = styled.ul`
  max-height: 400px;
  overflow: auto;
  & > li { display: flex; gap: 10px; padding: 10px var(--s-4); border-top: 1px solid var(--border); }
  & svg { margin-top: 4px; }
  & b { display: block; font-weight: var(--w-medium); }
  & div { flex: 1; min-width: 0; font-size: var(--fs-2); line-height: var(--lh-2); color: var(--muted); overflow-wrap: anywhere; }
  & div > b { font-size: var(--fs-3); line-height: var(--lh-3); color: var(--text); }
`;

const Title = styled.h2`
  padding: var(--s-3) var(--s-4);
  font-weight: var(--w-bold);
`;

const Empty = styled.p`
  padding: 0 var(--s-4) var(--s-4);
  color: var(--muted);
`;

const glyphs: Record<ToastTone, GlyphName> = { success: 'done', info: 'new', warning: 'warn', danger: 'bad' };

/** What the product said during this visit, for those who looked away while a message was shown. */
export function MessagesMenu() {
  const [list, setList] = useState(messages);
  const [unseen, setUnseen] = useState(0);
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      toasts.subscribe(() => {
        const fresh = toasts.read().filter((entry) => !messages.some((message) => message.id === entry.id));
        if (fresh.length === 0) return;
        messages = [...fresh.map((entry) => ({ ...entry, at: Date.now() })), ...messages].slice(0, kept);
        setList(messages);
        setUnseen((count) => count + fresh.length);
      }),
    [],
  );
  return (
    <Popover
      label="Messages of this visit"
      align="end"
      width={360}
      padded={false}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setUnseen(0);
      }}
      trigger={<IconButton icon="bell" size="medium" tooltip={false} label={unseen > 0 ? `Messages, ${unseen} new` : 'Messages'} {...(unseen > 0 ? { dot: 'accent' as const } : {})} />}
    >
      <Title>Messages of this visit</Title>
      {list.length === 0 ? (
        <Empty>Nothing yet. What the product tells you is kept here until you leave.</Empty>
      ) : (
        <List>
          {list.map((message) => (
            <li key={`${message.id}${message.at}`}>
              <Glyph name={glyphs[message.tone]} style={{ color: `var(--${message.tone})` }} />
              <div>
                <b>{message.title}</b>
                {message.text}
              </div>
              <span style={{ color: 'var(--muted)', whiteSpace: 'nowrap', fontSize: 'var(--fs-2)' }}>{agoText(message.at, Date.now())}</span>
            </li>
          ))}
        </List>
      )}
    </Popover>
  );
}
