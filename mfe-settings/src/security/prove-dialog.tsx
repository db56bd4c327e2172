import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';

export interface ProveDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  danger?: boolean;
  onClose: () => void;
  /** Does it; the dialog shows what is refused beside its field. */
  onConfirm: (given: { password: string; code: string }) => Promise<void>;
  /** Mails a code to whoever has neither the app nor a recovery code at hand. */
  onMailCode: (password: string) => Promise<void>;
}

/** Asks for the password and a code before something that concerns two-factor login itself. */
export function ProveDialog({
  title,
  description,
  confirmLabel,
  danger = false,
  onClose,
  onConfirm,
  onMailCode,
}: ProveDialogProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [mailed, setMailed] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setErrors({});
    try {
      await work();
    } catch (error) {
      const problem = problemOf(error);
      const placed = problem.details.map((detail) => [
        detail.field,
        fieldError(detail.field === 'password' ? 'Password' : 'Code', detail) ?? problem.message,
      ]);
      setErrors(placed.length > 0 ? (Object.fromEntries(placed) as Record<string, string>) : { form: problem.message });
    } finally {
      setBusy(false);
    }
  };
  const missing = (needsCode: boolean) => {
    const found = {
      ...(password === '' ? { password: 'Password is required.' } : {}),
      ...(needsCode && code.trim() === '' ? { code: 'Code is required.' } : {}),
    };
    setErrors(found);
    return Object.keys(found).length > 0;
  };
  const submit = () => {
    if (!missing(true)) void attempt(() => onConfirm({ password, code }));
  };
  const mailCode = () => {
    if (!missing(false))
      void attempt(async () => {
        await onMailCode(password);
        setMailed(true);
      });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={submit}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Stack $gap={4}>
          {errors.form && (
            <Callout tone="danger" role="alert">
              {errors.form}
            </Callout>
          )}
          {mailed && (
            <Callout tone="success" role="status">
              If the password is right, a code is on its way to you. It is valid for 10 minutes.
            </Callout>
          )}
          <Field label="Password" error={errors.password ?? null}>
            <PasswordInput autoFocus value={password} onChange={(event) => setPassword(event.target.value)} />
          </Field>
          <Field
            label="Code"
            hint="Six digits from your authenticator app, or a recovery code."
            error={errors.code ?? null}
          >
            <TextInput
              autoComplete="one-time-code"
              maxLength={12}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
          <div>
            <Button size="small" variant="ghost" icon="mail" onClick={mailCode}>
              Email me a code
            </Button>
          </div>
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Stack>
      </form>
    </Dialog>
  );
}
