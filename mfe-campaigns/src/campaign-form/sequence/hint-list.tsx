import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { Glyph } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import { useSearchParams } from '@skein/mfe/search-params';
import { FallbackDialog } from './fallback-dialog';
import type { EditorHint } from './find-hints';

const List = styled.ul`
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  background: var(--surface);
  & > li {
    display: grid;
    grid-template-columns: 12px minmax(96px, 148px) minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--s-2);
    min-height: 36px;
    padding: 4px var(--s-3);
    & + li {
      border-top: 1px solid var(--border);
    }
    & > b {
      font-weight: var(--w-medium);
    }
    & > span {
      color: var(--muted);
      overflow-wrap: anywhere;
    }
    @media (max-width: 560px) {
      grid-template-columns: 12px minmax(0, 1fr) auto;
      row-gap: 0;
      & > span:nth-child(3) {
        grid-column: 2;
        grid-row: 2;
      }
      & > :nth-child(4) {
        grid-column: 3;
        grid-row: 1 / 3;
      }
    }
  }
`;

const actionLabels = { fallback: 'Add fallback', unsubscribe: 'Insert line', focus: 'Show' } as const;

interface HintListProps {
  hints: readonly EditorHint[];
  mayWrite: boolean;
  onFallback: (field: string, text: string) => void;
  onUnsubscribe: () => void;
  onFocus: (part: 'subject' | 'body') => void;
}

/** What is wrong, worth a look, and good in a text, each with what mends it. */
export function HintList({ hints, mayWrite, onFallback, onUnsubscribe, onFocus }: HintListProps) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('fallback');
  const [field, setField] = useState(mayWrite ? asked : null);
  // Ask once per address: reloading or going back does not ask again.
  useEffect(() => {
    if (asked === null) return;
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('fallback');
        return next;
      },
      { replace: true },
    );
  }, [asked, setQuery]);
  const run = (action: NonNullable<EditorHint['action']>) => {
    if (action.kind === 'fallback') setField(action.field);
    else if (action.kind === 'unsubscribe') onUnsubscribe();
    else onFocus(action.part);
  };
  return (
    <>
      <List aria-label="Hints">
        {hints.map((hint) => (
          <li key={hint.id}>
            <Glyph
              name={hint.tone === 'success' ? 'done' : hint.tone === 'warning' ? 'warn' : 'bad'}
              style={{ color: `var(--${hint.tone})` }}
              title={hint.tone === 'success' ? 'Good' : hint.tone === 'warning' ? 'Worth a look' : 'Blocks the launch'}
            />
            <b>{hint.title}</b>
            <span>{hint.detail}</span>
            {hint.action && mayWrite ? (
              <LinkButton
                aria-label={`${actionLabels[hint.action.kind]}: ${hint.title}`}
                onClick={() => {
                  if (hint.action) run(hint.action);
                }}
              >
                {actionLabels[hint.action.kind]}
              </LinkButton>
            ) : (
              <span />
            )}
          </li>
        ))}
      </List>
      {field !== null && (
        <FallbackDialog
          field={field}
          onClose={() => setField(null)}
          onSubmit={(text) => onFallback(field, text)}
          // The hint and its button may be gone by now, so focus the text.
          focusAfter={() => onFocus('body')}
        />
      )}
    </>
  );
}
