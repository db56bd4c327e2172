import { useState } from 'react';
import { styled } from 'styled-components';
import { Field } from '@skein/ui/field';
import { Glyph } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import { TextInput } from '@skein/ui/text-input';
import { FormDialog } from '../../form-dialog';
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
  const [field, setField] = useState<string | null>(null);
  const [text, setText] = useState('');
  const run = (action: NonNullable<EditorHint['action']>) => {
    if (action.kind === 'fallback') {
      setText('');
      setField(action.field);
    } else if (action.kind === 'unsubscribe') onUnsubscribe();
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
        <FormDialog
          title={`Fallback for ${field}`}
          submitLabel="Add fallback"
          onClose={() => setField(null)}
          onSubmit={async () => onFallback(field, text.trim())}
          {...(text.trim() === '' ? { disabledReason: 'Type a fallback' } : {})}
        >
          <Field
            label="Fallback when the field is empty"
            hint="Used wherever this field is empty, in all steps and variants."
          >
            <TextInput autoFocus value={text} maxLength={120} onChange={(event) => setText(event.target.value)} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
