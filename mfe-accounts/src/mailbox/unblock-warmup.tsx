import { useState } from 'react';
import type { WarmupView } from '@skein/contracts/warmup/warmup.contract';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useUnblockWarmup } from './warmup.hooks';

/** The way out of a bounce block: a code that is mailed to the mailbox itself. */
export function UnblockWarmup({
  mailboxId,
  unblock,
  closed,
}: {
  mailboxId: number;
  unblock: NonNullable<WarmupView['unblock']>;
  closed: { disabledReason?: string };
}) {
  const { sendCode, isSending, enter, isEntering } = useUnblockWarmup(mailboxId);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const mailCode = async () => {
    try {
      const to = await sendCode();
      setProblem(null);
      toasts.show({ title: `Code sent to ${to}`, text: 'It works once, for 10 minutes.' });
    } catch (error) {
      showProblem('The code was not sent', error);
    }
  };
  const unblockNow = async () => {
    try {
      await enter(code);
      toasts.show({ title: 'Warmup is unblocked' });
    } catch (error) {
      setProblem((error as { message?: string }).message ?? 'The code was not accepted.');
    }
  };
  if (!unblock.is_open) return <Hint>{`To unblock warmup, fix this first: ${unblock.first ?? ''}.`}</Hint>;
  return (
    <Stack $gap={3}>
      {unblock.code_until && (
        <Row $gap={2} $align="end">
          <Field label="Code from the email" {...(problem ? { error: problem } : {})}>
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            />
          </Field>
          <Button
            variant="primary"
            loading={isEntering}
            {...(code.length === 6 ? closed : { disabledReason: closed.disabledReason ?? 'Enter the six digits' })}
            onClick={() => void unblockNow()}
          >
            Unblock warmup
          </Button>
        </Row>
      )}
      <div>
        <Button size="small" icon="mail" loading={isSending} {...closed} onClick={() => void mailCode()}>
          {unblock.code_until ? 'Send a new code' : 'Send a code to this mailbox'}
        </Button>
      </div>
    </Stack>
  );
}
