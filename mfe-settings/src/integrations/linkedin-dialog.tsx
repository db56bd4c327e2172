import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { FeeLine } from '../fees';
import { useConnectLinkedIn } from './linkedin.hooks';

/** Connects an account that the provider knows. */
export function ConnectLinkedInDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useUi();
  const { connect, isLoading } = useConnectLinkedIn();
  const [form, setForm] = useState({ name: '', profile_url: '', provider_account: '' });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setWrong({});
    setProblem(null);
    try {
      await connect({
        name: form.name,
        profile_url: form.profile_url.trim() || null,
        ...(form.provider_account.trim() ? { provider_account: form.provider_account.trim() } : {}),
        time_zone: timeZone ?? 'Etc/GMT',
      });
      toasts.show({ title: `${form.name} is being connected` });
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      setWrong(Object.fromEntries(details.map((detail) => [detail.field.replace(/^body\./, ''), detail.message])));
      setProblem(details.length > 0 ? null : message);
    }
  };
  const field = (name: keyof typeof form, label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
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
      description="The provider of this installation acts for the account."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isLoading} onClick={() => void save()}>
            Connect account
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && <Callout tone="danger">{problem}</Callout>}
        {field('name', 'Name', 'As your team knows the account.')}
        {field(
          'provider_account',
          'Account ID',
          'Only for an account that the provider already knows. Leave empty to sign in.',
        )}
        {field('profile_url', 'Profile URL', 'Optional.')}
        <FeeLine kind="linkedin" />
      </Stack>
    </Dialog>
  );
}
