import { useId, useState } from 'react';
import type { ThreadMessage } from '@skein/contracts/main/inbox-views';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Switch } from '@skein/ui/switch';
import { TextArea } from '@skein/ui/text-area';
import { TextInput } from '@skein/ui/text-input';
import { useFirstField } from '../use-first-field';
import { readAddresses } from './addresses';
import { useUnsentForwards, type WrittenForward } from './unsent-forwards';
import { useForward } from './use-forward';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Forwards one email to someone else, as an email of its own. What is typed is kept until it is sent. */
export function ForwardDialog({
  enrolmentId,
  message,
  onClose,
}: {
  enrolmentId: number;
  message: ThreadMessage;
  onClose: () => void;
}) {
  const form = useId();
  const { form: place, initialFocus } = useFirstField();
  const unsent = useUnsentForwards(enrolmentId);
  const [written, setWritten] = useState<WrittenForward>(
    () => unsent.read(message.id) ?? { messageId: message.id, to: '', note: '', withFiles: true },
  );
  const { to, note, withFiles } = written;
  const change = (part: Partial<WrittenForward>) => {
    const next = { ...written, ...part };
    setWritten(next);
    unsent.keep(next);
  };
  const [tried, setTried] = useState(false);
  const { forward, isForwarding, problem } = useForward(enrolmentId, onClose);
  const { addresses, wrong } = readAddresses(to);
  const refusal =
    wrong.length > 0
      ? `${wrong[0]} is not an email address`
      : addresses.length === 0
        ? 'Enter at least one address'
        : addresses.length > 10
          ? 'At most 10 addresses'
          : undefined;
  const files = message.attachments.filter((file) => file.is_stored).length;
  const submit = async () => {
    setTried(true);
    if (refusal) return;
    await forward(
      {
        message_id: message.id,
        to_emails: addresses,
        include_attachments: withFiles,
        html: note.trim() === '' ? '' : `<p>${escaped(note.trim()).replace(/\n/g, '<br>')}</p>`,
      },
      written,
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="medium"
      initialFocus={initialFocus}
      title="Forward this email"
      description={message.subject}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} loading={isForwarding}>
            Forward
          </Button>
        </>
      }
    >
      <form
        ref={place}
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <Stack $gap={3}>
          <Field label="To" required error={tried ? refusal : undefined} hint="Separate with commas">
            <TextInput
              value={to}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ to: event.target.value })}
            />
          </Field>
          <Field label="Message" optional>
            <TextArea autoGrow value={note} onChange={(event) => change({ note: event.target.value })} />
          </Field>
          {files > 0 && (
            <Switch
              checked={withFiles}
              onCheckedChange={(checked) => change({ withFiles: checked })}
              label={`With ${files === 1 ? 'its file' : `its ${files} files`}`}
            />
          )}
          {problem !== null && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
