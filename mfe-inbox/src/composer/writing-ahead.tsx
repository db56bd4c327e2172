import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { Box, To } from './composer-style';

const Text = styled.textarea`
  min-height: 124px;
  padding: var(--s-3) var(--s-4);
  border: 0;
  outline: 0;
  resize: none;
  background: none;
  color: var(--text);
  font: inherit;
`;

/**
 * Where an answer can be written at once, while the composer or the draft from before is still on its way; the composer
 * takes what was written.
 */
export function WritingAhead({
  leadName,
  words,
  sendAhead,
  onClose,
}: {
  leadName: string;
  words: RefObject<string>;
  /** Set by the send key, until something else is written: the composer sends what was written once it is there. */
  sendAhead: RefObject<boolean>;
  onClose: () => void;
}) {
  return (
    <Box
      aria-label={`Reply to ${leadName}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendAhead.current = words.current.trim() !== '';
        if (event.key !== 'Escape') return;
        // Of the answer, not of the page.
        event.stopPropagation();
        if (words.current.trim() === '') onClose();
      }}
    >
      <To>
        <span>Reply to</span>
        <b>{leadName}</b>
      </To>
      <Text
        aria-label={`Reply to ${leadName}`}
        placeholder="Write your answer"
        autoFocus
        defaultValue={words.current}
        onFocus={({ currentTarget: text }) => text.setSelectionRange(text.value.length, text.value.length)}
        onInput={({ currentTarget: text }) => {
          words.current = text.value;
          sendAhead.current = false;
        }}
      />
    </Box>
  );
}
