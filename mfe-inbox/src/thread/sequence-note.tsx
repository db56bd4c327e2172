import type { ConversationRow } from '@skein/contracts/main/inbox-views';
import { Icon, type IconName } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import { styled } from 'styled-components';

const Note = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  flex: none;
  padding: var(--s-1) var(--s-5) var(--s-2);
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  color: var(--muted);
  & button {
    font-size: inherit;
  }
`;

type Progress = Pick<ConversationRow, 'is_held' | 'status'>;

/** A held sequence is paused, an ended one is blocked, and what is left runs again. */
function iconOf({ is_held: isHeld, status }: Progress): IconName {
  if (isHeld) return 'pause';
  return status === 'STOPPED' || status === 'BLOCKED' ? 'block' : 'play';
}

interface SequenceNoteProps {
  conversation: Progress;
  /** What the reply did to the sequence. */
  text: string;
  onChange?: (() => void) | undefined;
}

/** What the reply did to the sequence, below the emails. */
export function SequenceNote({ conversation, text, onChange }: SequenceNoteProps) {
  return (
    <Note>
      <Icon name={iconOf(conversation)} size={14} />
      <span>{text}</span>
      {onChange && <LinkButton onClick={onChange}>Change</LinkButton>}
    </Note>
  );
}
