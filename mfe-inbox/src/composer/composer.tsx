import { useMemo, useRef, useState } from 'react';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import type { CallOutput } from '@skein/contracts/endpoint';
import type { inboxContract } from '@skein/contracts/main/inbox.contract';
import { useActions, type Action } from '@skein/mfe/actions';
import { Button, SplitButton } from '@skein/ui/button';
import { Checkbox } from '@skein/ui/checkbox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { Menu } from '@skein/ui/menu';
import { RichTextEditor, type EditorHandle } from '@skein/ui/rich-text-editor';
import { useMedia } from '@skein/ui/use-media';
import { timeOfDay, zoneName } from '@skein/ui/instant';
import { ReplyTemplates } from '../templates/reply-templates';
import { beginsCommand } from '../templates/slash';
import { PickTimeDialog } from '../times/pick-time-dialog';
import { sendTimes, snoozeTimes, type TimeChoice } from '../times/time-choices';
import { isBlank } from './addresses';
import { DraftWithAi } from './draft-with-ai';
import { AttachedFiles } from './attached-files';
import { ComposerHead } from './composer-head';
import { Box, Foot, Words } from './composer-style';
import { Recipients } from './recipients';
import { useAttachments } from './use-attachments';
import { useDraft, type Draft } from './use-draft';
import { useSend } from './use-send';

type Thread = CallOutput<(typeof inboxContract)['endpoints']['getThread']>;

export interface ComposerProps {
  enrolmentId: number;
  replyTo: Thread['reply_to'];
  answered?: ThreadMessage | undefined;
  leadName: string;
  /** Answers of others that this person has seen. */
  answersSeen: number;
  /** What was written before. */
  first: Draft | null;
  firstSavedAt: string | null;
  leadZone: string;
  now: Date;
  timeZone: string;
  autoFocus: boolean;
  /** Closed with nothing to keep, or after sending. */
  onClose: () => void;
  onRestored: () => void;
}

/** Files of a template beside those that are attached already; one file once. */
const withFiles = (present: Draft['attachments'], added: Draft['attachments']): Draft['attachments'] => [
  ...present,
  ...added.filter((file) => !present.some((other) => other.storage_key === file.storage_key)),
];

/** Writes the answer in the thread. */
export function Composer({
  enrolmentId,
  replyTo,
  leadName,
  answersSeen,
  first,
  firstSavedAt,
  leadZone,
  now,
  timeZone,
  autoFocus,
  onClose,
  onRestored,
}: ComposerProps) {
  const start: Draft = first ?? {
    html: '',
    to_email: replyTo.to_email,
    cc: replyTo.cc,
    bcc: [],
    subject: replyTo.subject,
    attachments: [],
  };
  const { draft, change, discard, drop, flush, state, savedAt } = useDraft(enrolmentId, start, firstSavedAt);
  const { send, isSending } = useSend(enrolmentId, onRestored);
  const { add, uploading, problem } = useAttachments(draft.attachments, (attachments) => change({ attachments }));
  const [detailed, setDetailed] = useState(draft.cc.length + draft.bcc.length > 0);
  const [signed, setSigned] = useState(replyTo.signature !== null);
  const [snoozed, setSnoozed] = useState(false);
  const [picking, setPicking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [overtaken, setOvertaken] = useState<{ text: string; send: () => Promise<void> } | null>(null);
  const editor = useRef<EditorHandle | null>(null);
  const files = useRef<HTMLInputElement>(null);
  const phone = useMedia('(max-width: 720px)');
  const times = sendTimes(now, leadZone);
  const morning = times[1];
  const inThreeDays = snoozeTimes(now, timeZone)[2];

  const refusal =
    replyTo.from_email === null
      ? 'The mailbox of this conversation is no longer connected'
      : isBlank(draft.html) && draft.attachments.length === 0
        ? 'Write something first'
        : draft.to_email === ''
          ? 'Give an address in To'
          : uploading.length > 0
            ? 'A file is still being uploaded'
            : null;
  const submit = async (at: Date | null, when: string | null, anyway = false) => {
    if (refusal || isSending) return;
    await drop();
    const sent = await send(draft, {
      addSignature: signed,
      sendAt: at,
      when,
      snoozeUntil: snoozed ? (inThreeDays?.at ?? null) : null,
      answersSeen: anyway ? null : answersSeen,
    });
    if (sent === true) return onClose();
    change({});
    if (sent) setOvertaken({ text: sent.overtakenBy, send: () => submit(at, when, true) });
  };
  const submitRef = useRef(submit);
  submitRef.current = submit;
  const keys = useMemo<Action[]>(
    () => [
      {
        id: 'inbox.send',
        label: 'Send the reply',
        group: 'Conversation',
        keys: 'mod+enter',
        icon: 'send',
        whileTyping: true,
        run: () => void submitRef.current(null, null),
      },
    ],
    [],
  );
  useActions(keys);
  const later = (choice: TimeChoice) => ({
    label: choice.label,
    detail: choice.detail,
    icon: 'clock' as const,
    onSelect: () => void submit(choice.at, choice.detail),
  });
  const leave = async () => {
    if (isBlank(draft.html) && draft.attachments.length === 0) await discard();
    else await flush();
    onClose();
  };
  return (
    <Box
      aria-label={`Reply to ${leadName}`}
      onKeyDownCapture={(event) => {
        const isInText = (event.target as HTMLElement).isContentEditable;
        if (event.key === '/' && isInText && beginsCommand(window.getSelection())) {
          event.preventDefault();
          setChoosing(true);
        }
        // Before the editor, which would break the line.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          void submit(null, null);
        }
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          void leave();
        }
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) {
          event.preventDefault();
          void add([...event.dataTransfer.files]);
        }
      }}
    >
      <ComposerHead
        draft={draft}
        replyTo={replyTo}
        leadName={leadName}
        saved={{ state, at: savedAt }}
        timeZone={timeZone}
        detailed={detailed}
        onDetailed={setDetailed}
        onLeave={() => void leave()}
      />
      {detailed && <Recipients draft={draft} onChange={change} />}
      <Words>
        <RichTextEditor
          frameless
          toolbar={phone ? 'none' : 'plain'}
          label={`Reply to ${leadName}`}
          placeholder="Write your answer"
          minHeight={phone ? 72 : 88}
          autoFocus={autoFocus}
          onReady={(handle) => {
            editor.current = handle;
          }}
          value={draft.html}
          onValueChange={(html) => change({ html })}
        />
      </Words>
      <AttachedFiles
        files={draft.attachments}
        uploading={uploading}
        problem={problem}
        onRemove={(file) => change({ attachments: draft.attachments.filter((other) => other !== file) })}
      />
      <Foot>
        <SplitButton>
          <Button
            variant="primary"
            loading={isSending}
            {...(refusal ? { disabledReason: refusal } : {})}
            onClick={() => void submit(null, null)}
          >
            Send
          </Button>
          <Menu
            side="top"
            entries={[
              ...times.map(later),
              { label: 'Pick a time', icon: 'calendar', onSelect: () => setPicking(true) },
            ]}
            trigger={
              <Button variant="primary" aria-label="Send later" disabled={refusal !== null}>
                <Icon name="chevron-down" />
              </Button>
            }
          />
        </SplitButton>
        {!phone && morning && (
          <Button
            variant="ghost"
            icon="clock"
            className="morning"
            disabled={refusal !== null}
            onClick={() => void submit(morning.at, morning.detail)}
          >
            Tomorrow {timeOfDay(morning.at.toISOString(), leadZone)} {zoneName(morning.at, leadZone)}
          </Button>
        )}
        <Button
          variant="ghost"
          icon="moon"
          aria-pressed={snoozed}
          title="After sending, out of the list for three days"
          onClick={() => setSnoozed(!snoozed)}
        >
          Snooze 3 d
        </Button>
        <ReplyTemplates
          enrolmentId={enrolmentId}
          open={choosing}
          onOpenChange={setChoosing}
          written={{ html: draft.html, attachments: draft.attachments }}
          onInsert={(filled) => {
            editor.current?.insertHtml(filled.html);
            if (filled.attachments.length > 0)
              change({ attachments: withFiles(draft.attachments, filled.attachments) });
          }}
        />
        <DraftWithAi enrolmentId={enrolmentId} hasText={!isBlank(draft.html)} onDraft={(html) => change({ html })} />
        <span className="push">
          {replyTo.signature !== null && <Checkbox checked={signed} onCheckedChange={setSigned} label="Signature" />}
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <IconButton icon="attach" label="Attach files" onClick={() => files.current?.click()} />
          <IconButton icon="trash" label="Throw the draft away" onClick={() => void discard().then(onClose)} />
        </span>
      </Foot>
      {overtaken && (
        <ConfirmDialog
          open
          onOpenChange={() => setOvertaken(null)}
          title="Send anyway?"
          confirmLabel="Send anyway"
          description={overtaken.text}
          onConfirm={overtaken.send}
        />
      )}
      <PickTimeDialog
        open={picking}
        onOpenChange={setPicking}
        title="Send later"
        confirmLabel="Schedule"
        now={now}
        timeZone={timeZone}
        onPick={(choice) => void submit(choice.at, choice.detail)}
      />
    </Box>
  );
}
