import { useRef, useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import type { loginAnswer } from '@skein/contracts/main/auth-views';
import { startSession } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Link, LinkButton } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { authClient } from '../session/auth-calls';
import { FormProblem, showFormProblem } from './form-errors';
import { type CredentialErrors, type Credentials, errorsOfLogin } from './login-rules';

type Answer = z.output<typeof loginAnswer>;
type FieldName = keyof Credentials;

export interface LoginFormProps {
  /** Calls the server: the login of people, or of clients. */
  logIn: (calls: typeof authClient, body: Credentials) => Promise<Answer>;
  /** Told when the address of a right login is not verified yet. */
  onUnverified: (email: string) => void;
}

const fieldNames = ['email', 'password', 'otp'] as const;
const controlOf = (form: HTMLFormElement | null, name: FieldName) =>
  form?.elements.namedItem(name) as HTMLInputElement | null | undefined;

function valuesOf(form: HTMLFormElement | null): Credentials {
  const code = controlOf(form, 'otp')?.value;
  return {
    email: controlOf(form, 'email')?.value ?? '',
    password: controlOf(form, 'password')?.value ?? '',
    ...(code ? { otp: code } : {}),
  };
}

/**
 * E-mail and password, and the one-time code once the server asks for it.
 * Deliberate: without react-hook-form (16 kB) and without the contract's schemas: this is the page that everybody waits for.
 */
export function LoginForm({ logIn, onUnverified }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<CredentialErrors>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const focus = (name: FieldName) => controlOf(form.current, name)?.focus();

  const showAnswer = (error: unknown, fields: readonly FieldName[]) => {
    const found: CredentialErrors = {};
    setProblem(
      showFormProblem<Record<FieldName, string>>(error, fields, (name, given) => {
        found[name as FieldName] = { message: given.message ?? '' };
      }),
    );
    setErrors(found);
    const first = fieldNames.find((name) => found[name]);
    if (first) focus(first);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    setProblem(null);
    setSubmitting(true);
    const values = valuesOf(form.current);
    try {
      const broken = errorsOfLogin(values);
      setErrors(broken);
      const first = fieldNames.find((name) => broken[name]);
      if (first) return focus(first);
      const answer = await logIn(authClient, values);
      if (answer.requiresOTP) setNeedsCode(true);
      else if (answer.user && answer.plan && answer.token && answer.expires_at) {
        // The guard of the public screens leads on from here.
        startSession({ token: answer.token, expires_at: answer.expires_at, user: answer.user, plan: answer.plan });
      } else onUnverified(values.email);
    } catch (error) {
      showAnswer(error, fieldNames);
    } finally {
      setSubmitting(false);
    }
  };

  /** Takes an error away once its field has been put right. */
  const changed = ({ target }: SyntheticEvent) => {
    const name = (target as HTMLInputElement).name as FieldName;
    const now = errorsOfLogin(valuesOf(form.current))[name];
    setErrors(({ [name]: before, ...others }) => (before && now ? { ...others, [name]: now } : others));
  };

  const [mailed, setMailed] = useState<'no' | 'sending' | 'sent'>('no');
  const mail = async () => {
    setProblem(null);
    setMailed('sending');
    try {
      const { email, password } = valuesOf(form.current);
      await authClient.regenerateOtp({ body: { email, password } });
      setMailed('sent');
      focus('otp');
    } catch (error) {
      setMailed('no');
      showAnswer(error, ['email', 'password']);
    }
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onInput={changed} noValidate>
      <FormProblem text={problem} />
      <Field reserved label="Email" error={fieldError('Email', errors.email)}>
        <TextInput size="large" type="email" name="email" autoComplete="username" autoFocus />
      </Field>
      <Field
        reserved
        label="Password"
        aside={<Link href="/forgot-password">Forgot password?</Link>}
        error={fieldError('Password', errors.password)}
      >
        <PasswordInput size="large" name="password" />
      </Field>
      {needsCode && (
        <Field
          reserved
          label="One-time code"
          hint={
            mailed === 'sent'
              ? 'A code is on its way to you, valid for 10 minutes.'
              : 'Six digits from your authenticator app, or a recovery code.'
          }
          error={fieldError('Code', errors.otp)}
          aside={
            <LinkButton type="button" disabled={mailed === 'sending'} onClick={() => void mail()}>
              {mailed === 'sent' ? 'Email another code' : 'Email me a code'}
            </LinkButton>
          }
        >
          <TextInput size="large" name="otp" autoComplete="one-time-code" maxLength={12} autoFocus />
        </Field>
      )}
      <Button type="submit" variant="primary" size="large" block loading={isSubmitting}>
        Log in
      </Button>
    </form>
  );
}
