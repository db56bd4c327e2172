import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { authContract, type loginAnswer } from '@skein/contracts/main/auth.contract';
import { startSession } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Link, LinkButton } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { FormProblem, fieldError, showFormProblem } from './form-errors';

const credentials = authContract.endpoints.login.body;
type Credentials = z.input<typeof credentials>;
type Answer = z.output<typeof loginAnswer>;

export interface LoginFormProps {
  /** Calls the server: the login of people, or of clients. */
  logIn: (body: Credentials) => Promise<Answer>;
  /** Has a code mailed to whoever has no app at hand. */
  mailCode: (given: { email: string; password: string }) => Promise<unknown>;
  /** Told when the address of a right login is not verified yet. */
  onUnverified: (email: string) => void;
}

/** E-mail and password, and the one-time code once the server asks for it. */
export function LoginForm({ logIn, mailCode, onUnverified }: LoginFormProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, getValues, setError, setFocus } = useForm<Credentials>({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const answer = await logIn(values.otp ? values : { email: values.email, password: values.password });
      if (answer.requiresOTP) {
        setNeedsCode(true);
      } else if (answer.user && answer.plan && answer.token && answer.expires_at) {
        // The guard of the public screens leads on from here.
        startSession({ token: answer.token, expires_at: answer.expires_at, user: answer.user, plan: answer.plan });
      } else onUnverified(values.email);
    } catch (error) {
      setProblem(showFormProblem<Credentials>(error, ['email', 'password', 'otp'], setError));
    }
  });

  const [mailed, setMailed] = useState<'no' | 'sending' | 'sent'>('no');
  const mail = async () => {
    setProblem(null);
    setMailed('sending');
    try {
      const { email, password } = getValues();
      await mailCode({ email, password });
      setMailed('sent');
      setFocus('otp');
    } catch (error) {
      setMailed('no');
      setProblem(showFormProblem<Credentials>(error, ['email', 'password'], setError));
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormProblem text={problem} />
      <Field label="Email" error={fieldError('Email', errors.email)}>
        <TextInput size="large" type="email" autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Field label="Password" aside={<Link href="/forgot-password">Forgot password?</Link>} error={fieldError('Password', errors.password)}>
        <PasswordInput size="large" {...register('password')} />
      </Field>
      {needsCode && (
        <Field
          label="One-time code" hint={mailed === 'sent' ? 'A code is on its way to you, valid for 10 minutes.' : 'Six digits from your authenticator app, or a recovery code.'} error={fieldError('Code', errors.otp)}
          aside={<LinkButton type="button" disabled={mailed === 'sending'} onClick={() => void mail()}>{mailed === 'sent' ? 'Mail another code' : 'Mail me a code'}</LinkButton>}
        >
          <TextInput size="large" autoComplete="one-time-code" maxLength={12} autoFocus {...register('otp', { setValueAs: (value: string) => value || undefined })} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
        Log in
      </Button>
    </form>
  );
}
