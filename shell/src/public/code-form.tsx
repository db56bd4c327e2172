import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { secondFactor } from '@skein/contracts/sign-in-rules';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { FormProblem } from './form-errors';

const body = z.object({ otp: secondFactor });

/** Asks for the second factor of somebody who came by a link. No code is mailed here: the mailbox has been proved already. */
export function CodeForm({ action, send }: { action: string; send: (otp: string) => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(body), defaultValues: { otp: '' } });
  const submit = handleSubmit(async ({ otp }) => {
    setProblem(null);
    try {
      await send(otp);
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <Field
        reserved
        label="One-time code"
        hint="Six digits from your authenticator app, or a recovery code."
        error={fieldError('Code', formState.errors.otp)}
      >
        <TextInput size="large" autoComplete="one-time-code" maxLength={12} autoFocus {...register('otp')} />
      </Field>
      <Button type="submit" variant="primary" size="large" block loading={formState.isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
