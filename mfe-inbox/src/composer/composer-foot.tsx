import { useRef, type RefObject } from 'react';
import { Button, SplitButton } from '@skein/ui/button';
import { Icon } from '@skein/ui/icon';
import { IconButton } from '@skein/ui/icon-button';
import { timeOfDay, zoneName } from '@skein/ui/instant';
import { Menu } from '@skein/ui/menu';
import type { EditorHandle } from '@skein/ui/rich-text-editor';
import { useMedia } from '@skein/ui/use-media';
import { ReplyTemplates } from '../templates/reply-templates';
import { sendTimes, type TimeChoice } from '../times/time-choices';
import { isBlank } from './is-blank';
import { BookingLink } from './booking-link';
import { Foot } from './composer-style';
import { DraftWithAi } from './draft-with-ai';
import type { ComposerState } from './use-composer';
import type { Draft } from './draft.types';
import { SendingBoxes, WritingOptions } from './writing-options';

/** Files of a template next to those that are attached already; one file once. */
const withFiles = (present: Draft['attachments'], added: Draft['attachments']): Draft['attachments'] => [
  ...present,
  ...added.filter((file) => !present.some((other) => other.storage_key === file.storage_key)),
];

/** Sending, and what helps to write. */
export function ComposerFoot({
  enrolmentId,
  composer,
  editor,
  now,
  leadZone,
  choosing,
  onChoosing,
  onPickTime,
}: {
  enrolmentId: number;
  composer: ComposerState;
  editor: RefObject<EditorHandle | null>;
  now: Date;
  leadZone: string;
  /** Whether the templates are open. */
  choosing: boolean;
  onChoosing: (open: boolean) => void;
  onPickTime: () => void;
}) {
  const { draft, change, submit, refusal } = composer;
  const files = useRef<HTMLInputElement>(null);
  const phone = useMedia('(max-width: 720px)');
  const times = sendTimes(now, leadZone);
  const morning = times[1];
  const later = (choice: TimeChoice) => ({
    label: choice.label,
    detail: choice.detail,
    icon: 'clock' as const,
    onSelect: () => void submit(choice.at, choice.detail),
  });
  return (
    <Foot>
      <SplitButton>
        <Button
          variant="primary"
          loading={composer.isSending}
          {...(refusal ? { disabledReason: refusal } : {})}
          onClick={() => void submit(null, null)}
        >
          Send
        </Button>
        <Menu
          side="top"
          entries={[...times.map(later), { label: 'Pick a time', icon: 'calendar', onSelect: onPickTime }]}
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
      <ReplyTemplates
        enrolmentId={enrolmentId}
        open={choosing}
        onOpenChange={onChoosing}
        written={{ html: draft.html, attachments: draft.attachments }}
        onInsert={(filled) => {
          editor.current?.insertHtml(filled.html);
          if (filled.attachments.length > 0) change({ attachments: withFiles(draft.attachments, filled.attachments) });
        }}
      />
      <DraftWithAi enrolmentId={enrolmentId} hasText={!isBlank(draft.html)} onDraft={(html) => change({ html })} />
      <span className="push">
        {!phone && <SendingBoxes composer={composer} />}
        <input
          ref={files}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void composer.add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <BookingLink onInsert={(html) => editor.current?.insertHtml(html)} />
        <IconButton icon="attach" label="Attach files" onClick={() => files.current?.click()} />
        {phone ? (
          <WritingOptions composer={composer} />
        ) : (
          <IconButton icon="trash" label="Delete the draft" onClick={() => void composer.deleteDraft()} />
        )}
      </span>
    </Foot>
  );
}
