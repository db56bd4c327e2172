import { styled } from 'styled-components';
import { Row, Stack } from '@skein/ui/layout';
import { Badge } from '@skein/ui/badge';
import { Callout } from '@skein/ui/callout';
import { Button } from '@skein/ui/button';
import { Hint } from '@skein/ui/field';
import type { Suggestion } from './ai-writing.hooks';
import type { Text, WritingProps } from './writing.types';
import { templateText } from './step-labels';

export const List = styled.ul`
  display: grid;
  gap: var(--s-3);
  & > li {
    padding: var(--s-3);
    border: 1px solid var(--border);
    border-radius: var(--r-3);
    background: var(--surface);
  }
  & b {
    font-weight: var(--w-medium);
    color: var(--text);
    overflow-wrap: anywhere;
  }
  & p {
    margin: var(--s-2) 0 var(--s-3);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

interface SuggestionItemProps {
  suggestion: Suggestion;
  inThread: boolean;
  onReplace: (text: Text) => void;
  textOf: ({ text }: Suggestion) => Text;
  label: string;
  freeLabel: string | null;
  onAdd: (text: Text) => void;
  writing: WritingProps['writing'];
}

/** One text that was written: it replaces the variant that is shown, or becomes one of its own. */
export function SuggestionItem({
  suggestion,
  inThread,
  onReplace,
  textOf,
  label,
  freeLabel,
  onAdd,
  writing,
}: SuggestionItemProps) {
  return (
    <li>
      <Row $justify="between" $gap={2}>
        <b>{inThread ? 'Re: same thread' : suggestion.text.subject || 'No subject'}</b>
        {suggestion.addedAs && <Badge tone="success">Added as {suggestion.addedAs}</Badge>}
      </Row>
      <p>{templateText(suggestion.text.email_body)}</p>
      <Stack $gap={2}>
        {suggestion.text.unknown_fields.length > 0 && (
          <Callout tone="warning" title="No lead has these fields:">
            {suggestion.text.unknown_fields.join(', ')}. Remove them after you use the text.
          </Callout>
        )}
        {suggestion.text.problems.map((problem) => (
          <Callout key={`${problem.part} ${problem.message}`} tone="warning">
            {problem.message}
          </Callout>
        ))}
        <Row $gap={2} style={{ flexWrap: 'wrap' }}>
          <Button size="small" variant="primary" onClick={() => onReplace(textOf(suggestion))}>
            Replace variant {label}
          </Button>
          <Button
            size="small"
            onClick={() => {
              if (!freeLabel) return;
              onAdd(textOf(suggestion));
              writing.markAdded(suggestion.id, freeLabel);
            }}
            {...(freeLabel ? {} : { disabledReason: 'This step has the most variants it can have' })}
          >
            Add as variant{freeLabel ? ` ${freeLabel}` : ''}
          </Button>
          <Hint style={{ marginLeft: 'auto' }}>
            {suggestion.text.is_sandbox ? 'Sandbox' : suggestion.text.model}
            {suggestion.text.tokens === null ? '' : `, ${suggestion.text.tokens.toLocaleString('en-US')} tokens`}
          </Hint>
        </Row>
      </Stack>
    </li>
  );
}
