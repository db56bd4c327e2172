import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Field, Hint } from '@skein/ui/field';
import { IconButton } from '@skein/ui/icon-button';
import { Stack } from '@skein/ui/layout';
import { Popover } from '@skein/ui/popover';
import { TextArea } from '@skein/ui/text-area';
import { useMedia } from '@skein/ui/use-media';
import { useAiDraft } from './use-ai-draft';

/** Drafts the answer; what it writes is put into the editor, where a person reads, changes and sends it. */
export function DraftWithAi({
  enrolmentId,
  hasText,
  onDraft,
}: {
  enrolmentId: number;
  /** Something stands in the editor that the draft would take the place of. */
  hasText: boolean;
  onDraft: (html: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const [instruction, setInstruction] = useState('');
  const phone = useMedia('(max-width: 720px)');
  const { isAvailable, isSandbox, isLoading, problem, write } = useAiDraft(enrolmentId);
  if (!isAvailable) return null;
  const submit = async () => {
    const html = await write(instruction.trim());
    if (html === null) return;
    onDraft(html);
    setOpen(false);
  };
  return (
    <Popover
      label="Draft with AI"
      side="top"
      width={320}
      open={open}
      onOpenChange={setOpen}
      trigger={
        phone ? (
          <IconButton icon="sparkle" label="Draft with AI" />
        ) : (
          <Button variant="ghost" icon="sparkle">
            Draft with AI
          </Button>
        )
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={3}>
          <Field label="What should it say?" hint="Optional, for example: offer Thursday at 3 pm.">
            <TextArea
              rows={2}
              maxLength={500}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
            />
          </Field>
          {hasText && <Hint>Replaces what you have written so far.</Hint>}
          {isSandbox && <Hint>The sandbox’s stand-in writes; no AI service is asked.</Hint>}
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
          <Button type="submit" variant="primary" loading={isLoading}>
            Write draft
          </Button>
        </Stack>
      </form>
    </Popover>
  );
}
