import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { startAddressChangeBody } from '@skein/contracts/main/address-change.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { useStartAddressChange } from './address.hooks';

const body = startAddressChangeBody;
type Body = z.input<typeof body>;
const fields = ['email', 'password', 'otp'] as const;

/** Asks for the new address and proves who asks; the two emails do the rest. */
export function AddressDialog({ present, onClose }: { present: string; onClose: () => void }) {
  const { start, asksCode } = useStartAddressChange();
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<Body, unknown, z.output<typeof body>>({
    resolver: zodResolver(body),
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await start(values);
      onClose();
    } catch (error) {
      const { details, message } = problemOf(error);
      const placed = details.flatMap((detail) => {
        const field = fields.find((each) => each === detail.field);
        if (field) setError(field, { type: 'server', message: detail.message });
        return field ? [field] : [];
      });
      setProblem(placed.length > 0 ? null : message);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change email address"
      description={`Both ${present} and the new address get an email with a link. When both are opened, the address changes.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isSubmitting} onClick={() => void submit()}>
            Send both emails
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack $gap={4}>
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
          <Field label="New address" error={fieldError('Address', errors.email)}>
            <TextInput type="email" autoComplete="email" autoFocus {...register('email')} />
          </Field>
          <Field label="Password" error={fieldError('Password', errors.password)}>
            <PasswordInput autoComplete="current-password" {...register('password')} />
          </Field>
          {asksCode && (
            <Field
              label="Code"
              hint="Six digits from your authenticator app, or a recovery code."
              error={fieldError('Code', errors.otp)}
            >
              <TextInput autoComplete="one-time-code" maxLength={12} {...register('otp')} />
            </Field>
          )}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Stack>
      </form>
    </Dialog>
  );
}
