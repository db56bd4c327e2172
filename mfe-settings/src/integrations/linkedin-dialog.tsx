import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { useUi } from '@skein/ui/ui-provider';
import { FeeLine } from '../fees';
import { useConnectLinkedIn } from './linkedin.hooks';

/** Adds an account, and leads to the provider's page on which its owner signs in. */
export function ConnectLinkedInDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useUi();
  const { connect, isLoading } = useConnectLinkedIn();
  const [form, setForm] = useState({ name: '', profile_url: '' });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setWrong({});
    setProblem(null);
    try {
      await connect({
        name: form.name,
        profile_url: form.profile_url.trim() || null,
        time_zone: timeZone ?? 'Etc/GMT',
      });
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setWrong(Object.fromEntries(details.map((detail) => [detail.field.replace(/^body\./, ''), detail.message])));
      setProblem(details.length > 0 ? null : message);
    }
  };
  const field = (name: keyof typeof form, label: string, { hint, optional }: { hint?: string; optional?: boolean }) => (
    <Field
      label={label}
      {...(hint === undefined ? {} : { hint })}
      optional={optional ?? false}
      error={fieldError(label, wrong[name] === undefined ? undefined : { message: wrong[name] })}
    >
      <TextInput value={form[name]} onChange={(event) => setForm({ ...form, [name]: event.target.value })} />
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Connect a LinkedIn account"
      description="You sign in to LinkedIn on the next page. Skein never sees the password."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isLoading} onClick={() => void save()}>
            Continue to sign in
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && <Callout tone="danger">{problem}</Callout>}
        {field('name', 'Name', { hint: 'As your team knows the account.' })}
        {field('profile_url', 'Profile URL', { optional: true })}
        <FeeLine kind="linkedin" />
      </Stack>
    </Dialog>
  );
}
