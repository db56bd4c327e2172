import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { magicLinkBody } from '@skein/contracts/main/auth.contract';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { FormProblem, showFormProblem } from './form-errors';

const body = magicLinkBody;
type Body = z.input<typeof body>;

/** One address and one button. */
export function EmailForm({
  action,
  send,
  onSent,
}: {
  action: string;
  send: (email: string) => Promise<unknown>;
  onSent: (email: string) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Body>({
    resolver: zodResolver(body),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit(async ({ email }) => {
    setProblem(null);
    try {
      await send(email);
      onSent(email);
    } catch (error) {
      setProblem(showFormProblem<Body>(error, ['email'], setError));
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <Field reserved label="Email" error={fieldError('Email', formState.errors.email)}>
        <TextInput size="large" type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Button type="submit" variant="primary" size="large" block loading={formState.isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
