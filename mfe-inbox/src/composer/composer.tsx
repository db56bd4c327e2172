import { useState } from 'react';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { messagesAbove } from '@skein/ui/messages-above';
import { RichTextEditor } from '@skein/ui/rich-text-editor';
import { useMedia } from '@skein/ui/use-media';
import { beginsCommand } from '../templates/slash';
import { PickTimeDialog } from '../times/pick-time-dialog';
import { AttachedFiles } from './attached-files';
import { ComposerFoot } from './composer-foot';
import { ComposerHead } from './composer-head';
import { Box, Words } from './composer-style';
import type { ComposerProps } from './composer.types';
import { Recipients } from './recipients';
import { useComposer } from './use-composer';

/** Writes the answer in the thread. */
export function Composer(props: ComposerProps) {
  const { enrolmentId, replyTo, leadName, now, timeZone, editor } = props;
  const composer = useComposer(props);
  const { draft, change, submit, leave, overtaken, setOvertaken } = composer;
  const [detailed, setDetailed] = useState(draft.cc.length + draft.bcc.length > 0);
  const [picking, setPicking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const phone = useMedia('(max-width: 720px)');
  return (
    <Box
      ref={messagesAbove}
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
        // What is open above it has prevented the key; so does the editor, always.
        if (event.key === 'Escape' && (!event.defaultPrevented || (event.target as HTMLElement).isContentEditable)) {
          event.stopPropagation();
          void leave();
        }
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) {
          event.preventDefault();
          void composer.add([...event.dataTransfer.files]);
        }
      }}
    >
      <ComposerHead
        draft={draft}
        from={composer.sender?.from_email ?? null}
        replyTo={replyTo}
        leadName={leadName}
        saved={{ state: composer.state, at: composer.savedAt }}
        timeZone={timeZone}
        detailed={detailed}
        onDetailed={setDetailed}
        onLeave={() => void leave()}
      />
      <Words>
        {(detailed || composer.sender === null) && (
          <Recipients draft={draft} replyTo={replyTo} isPlain={composer.isPlain} onChange={change} />
        )}
        <RichTextEditor
          frameless
          toolbar={phone || composer.isPlain ? 'none' : 'plain'}
          label={`Reply to ${leadName}`}
          placeholder={composer.isPlain ? 'Write your answer. It is sent as plain text.' : 'Write your answer'}
          minHeight={phone ? 72 : 88}
          autoFocus={props.autoFocus}
          typedAhead={props.typedAhead}
          onReady={(handle) => {
            editor.current = handle;
          }}
          value={draft.html}
          onValueChange={(html) => change({ html })}
        />
      </Words>
      <AttachedFiles
        files={draft.attachments}
        uploading={composer.uploading}
        problem={composer.problem}
        onRemove={(file) => change({ attachments: draft.attachments.filter((other) => other !== file) })}
      />
      <ComposerFoot
        enrolmentId={enrolmentId}
        composer={composer}
        editor={editor}
        now={now}
        leadZone={props.leadZone}
        choosing={choosing}
        onChoosing={setChoosing}
        onPickTime={() => setPicking(true)}
      />
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
