import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { QrCode } from './qr-code';
import { RecoveryCodes } from './recovery-codes';
import { useEnrol } from './security.hooks';

type Step = { name: 'password' } | { name: 'scan'; secret: string; uri: string } | { name: 'codes'; codes: string[] };

/** The secret in groups of four, as people copy it manually. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The key that an authenticator app takes, as a picture and as text. */
const AppKey = ({ uri, secret }: { uri: string; secret: string }) => (
  <Row $gap={4} $wrap>
    <QrCode text={uri} label="QR code for your authenticator app" />
    <Stack $gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
      <Text $tone="muted">Or type this key into the app manually:</Text>
      <CodeBlock label="Key for the app" wrap code={grouped(secret)} />
    </Stack>
  </Row>
);

/** Switches two-factor login on: the password, the QR code with a first code of the app, then the recovery codes. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const { start, confirm, isBusy } = useEnrol();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [given, setGiven] = useState('');
  const [problem, setProblem] = useState<{ field: string | null; text: string } | null>(null);
  const label = step.name === 'password' ? 'Password' : 'Code';

  const attempt = async (work: () => Promise<Step>) => {
    setProblem(null);
    try {
      setStep(await work());
      setGiven('');
    } catch (error) {
      const { message, details } = problemOf(error);
      setProblem(
        details[0] ? { field: label, text: fieldError(label, details[0]) ?? message } : { field: null, text: message },
      );
    }
  };
  const submit = () => {
    if (given.trim() === '') return setProblem({ field: label, text: `${label} is required.` });
    if (step.name === 'password') return void attempt(async () => ({ name: 'scan', ...(await start(given)) }));
    return void attempt(async () => ({
      name: 'codes',
      codes: await confirm(given),
    }));
  };

  if (step.name === 'codes') {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        locked
        size="medium"
        title="Two-factor login is on"
        description="Your other sessions were ended."
        footer={
          <Button variant="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        }
      >
        <RecoveryCodes codes={step.codes} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Switch on two-factor login"
      description={
        step.name === 'password'
          ? 'After the password, login then asks for a code from an authenticator app on your phone.'
          : 'Scan this with your authenticator app, then type the code that it shows.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isBusy} onClick={submit}>
            {step.name === 'password' ? 'Next' : 'Switch on'}
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
          {problem && problem.field === null && (
            <Callout tone="danger" role="alert">
              {problem.text}
            </Callout>
          )}
          {step.name === 'password' ? (
            <Field label="Password" error={problem?.field ? problem.text : null}>
              <PasswordInput
                key="password"
                autoFocus
                value={given}
                onChange={(event) => setGiven(event.target.value)}
              />
            </Field>
          ) : (
            <>
              <AppKey uri={step.uri} secret={step.secret} />
              <Field
                label="Code"
                hint="Six digits; the app shows new ones every 30 seconds."
                error={problem?.field ? problem.text : null}
              >
                <TextInput
                  key="code"
                  autoFocus
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={7}
                  value={given}
                  onChange={(event) => setGiven(event.target.value)}
                />
              </Field>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
