import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { StateStatus } from '@skein/ui/status';
import { Tooltip } from '@skein/ui/tooltip';
import { serverWords, stateOf } from './mailbox-texts';

/** Glyph, word and colour of a mailbox's state; the servers' own words on hover and focus. */
export function MailboxStatus({ mailbox }: { mailbox: MailboxView }) {
  const { state, word } = stateOf(mailbox);
  const words = serverWords(mailbox);
  if (!words) return <StateStatus state={state}>{word}</StateStatus>;
  return (
    <Tooltip content={<span style={{ whiteSpace: 'pre-line', fontFamily: 'var(--mono)' }}>{words}</span>} delay={150}>
      <StateStatus state={state} tabIndex={0} role="note">
        {word}
      </StateStatus>
    </Tooltip>
  );
}
