import type { OutgoingView, ThreadMessage } from '@skein/contracts/main/inbox-views';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Icon } from '@skein/ui/icon';
import { truncate } from '@skein/ui/text';
import { fullInstant } from '@skein/ui/instant';
import { styled } from 'styled-components';
import { longTime } from '../times/when';
import { writtenIn } from '../composer/unsent-forwards';
import { useUndoForward } from '../composer/use-forward';
import { useSend } from '../composer/use-send';
import type { ComposerProps } from '../composer/composer.types';
import type { SavedDraft } from '../composer/draft.types';
import { DraftedCard } from './drafted-card';
import { FailedCard } from './failed-card';
import { firstWords, ownHtmlOf, textOfHtml } from './mail-text';

const Box = styled.article`
  display: flex;
  align-items: center;
  gap: var(--s-2);
  min-height: 40px;
  padding: var(--s-1) var(--s-2) var(--s-1) var(--s-4);
  border: 1px dashed var(--border-strong);
  border-radius: var(--r-3);
  min-width: 0;
  & > p {
    flex: 1;
    color: var(--muted);
    font-size: var(--fs-2);
    ${truncate}
    /* Why it waits is read whole. */
    &[data-whole] {
      white-space: normal;
    }
  }
  @media (max-width: 720px) {
    flex-wrap: wrap;
    padding: var(--s-2) var(--s-2) var(--s-2) var(--s-4);
    & > time {
      flex: 1;
    }
    & > p {
      flex: 1 0 100%;
      order: 1;
    }
  }
`;

const labelOf = ({ kind, status }: OutgoingView): string =>
  kind === 'FORWARD'
    ? status === 'FAILED'
      ? 'A forward that was not sent'
      : 'A forward that has not been sent yet'
    : status === 'FAILED'
      ? 'A reply that was not sent'
      : 'A reply that has not been sent yet';

/** A reply or forward that was not sent yet: when it will be, or why it could not; what was written can come back. */
export function OutgoingCard({
  enrolmentId,
  outgoing,
  messages,
  replyTo,
  now,
  timeZone,
  mayAct,
  onRestored,
}: {
  enrolmentId: number;
  outgoing: OutgoingView;
  /** The emails of the conversation, one of which a forward passes on. */
  messages: readonly ThreadMessage[];
  /** The mailbox's signature is added again when the email is sent. */
  replyTo: Pick<ComposerProps['replyTo'], 'cc' | 'signature'>;
  now: Date;
  timeZone: string;
  mayAct: boolean;
  onRestored: (saved: SavedDraft) => void;
}) {
  const { restore } = useSend(enrolmentId, replyTo.cc, onRestored);
  const { signature } = replyTo;
  const undoForward = useUndoForward(enrolmentId);
  const failed = outgoing.status === 'FAILED';
  const forward = outgoing.kind === 'FORWARD' ? writtenIn(outgoing, messages) : null;
  const undoReply = () =>
    restore(
      {
        html: ownHtmlOf(outgoing.html, signature),
        mailbox_id: null,
        plain_text: null,
        to_email: outgoing.to_email,
        cc: outgoing.cc,
        bcc: outgoing.bcc,
        subject: outgoing.subject,
        attachments: outgoing.attachments,
      },
      failed ? null : outgoing.stats_id,
    );
  const undo = () =>
    void (forward ? undoForward(forward, failed ? null : outgoing.stats_id) : undoReply()).catch((error: unknown) =>
      showProblem('It could not be cancelled', error),
    );
  const isDue = new Date(outgoing.send_at) <= now;
  // Its time has come, and something keeps it back.
  const keptBack = isDue && outgoing.status === 'SCHEDULED' ? outgoing.status_message : null;
  const words = textOfHtml(ownHtmlOf(outgoing.html, signature));
  const mayUndo = mayAct && (forward !== null || outgoing.kind === 'REPLY') && (outgoing.can_cancel || failed);
  if (failed)
    return <FailedCard outgoing={outgoing} label={labelOf(outgoing)} words={words} onEdit={mayUndo ? undo : null} />;
  if (outgoing.is_drafted)
    return <DraftedCard outgoing={outgoing} words={words} timeZone={timeZone} mayAct={mayAct} onEdit={undo} />;
  return (
    <Box aria-label={labelOf(outgoing)}>
      <Icon name="clock" />
      <time
        dateTime={outgoing.send_at}
        title={fullInstant(outgoing.send_at, timeZone)}
        style={{ fontWeight: 'var(--w-medium)', whiteSpace: 'nowrap' }}
      >
        {keptBack
          ? 'Waiting'
          : isDue || outgoing.status === 'INPROGRESS'
            ? 'Sending now'
            : `Sends ${longTime(outgoing.send_at, now, timeZone).replace(/^Today/, 'today')}`}
      </time>
      <p title={outgoing.status_message ?? undefined} data-whole={keptBack ? '' : undefined}>
        {keptBack ?? firstWords(words)}
      </p>
      {mayUndo && (
        <Button size="small" icon="undo" onClick={undo}>
          Undo
        </Button>
      )}
    </Box>
  );
}
