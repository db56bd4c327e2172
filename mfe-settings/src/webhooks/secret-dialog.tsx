import { useState } from 'react';
import type { WebhookView } from '@skein/contracts/main/webhooks.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CodeBlock } from '@skein/ui/code-block';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Select } from '@skein/ui/select';
import { useReplaceSecret } from './webhooks.hooks';

const overlaps = [
  { value: '24', label: 'For 24 hours' },
  { value: '72', label: 'For 3 days' },
  { value: '168', label: 'For 7 days' },
  { value: '0', label: 'No, stop now' },
] as const;
type Overlap = (typeof overlaps)[number]['value'];

function useReplacement(webhook: WebhookView) {
  const { replace, isReplacing } = useReplaceSecret(webhook.id);
  const [typed, setTyped] = useState('');
  const [overlap, setOverlap] = useState<Overlap>('24');
  const [problem, setProblem] = useState<{ secret?: string; other?: string }>({});
  const [answered, setAnswered] = useState<string | null>(null);
  const submit = async () => {
    if (isReplacing) return;
    setProblem({});
    try {
      setAnswered(await replace({ overlap_hours: Number(overlap), ...(typed === '' ? {} : { secret_key: typed }) }));
    } catch (error) {
      const { details, message } = problemOf(error);
      const detail = details.find(({ field }) => field.endsWith('secret_key'));
      setProblem(detail ? { secret: fieldError('Secret', detail) ?? detail.message } : { other: message });
    }
  };
  return { typed, setTyped, overlap, setOverlap, problem, answered, submit, isReplacing };
}

/** Replaces the secret of a webhook. While both secrets sign, the receiver accepts deliveries with either. */
export function SecretDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const secret = useReplacement(webhook);
  if (secret.answered !== null)
    return (
      <Dialog
        open
        locked
        onOpenChange={onClose}
        size="medium"
        title="Copy the new secret"
        description={`It won’t be shown again. Deliveries of ${webhook.name} are already signed with it.`}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CodeBlock label="Secret" wrap code={secret.answered} />
      </Dialog>
    );
  return (
    <Dialog
      open
      locked={secret.isReplacing}
      onOpenChange={onClose}
      size="medium"
      title={`Replace the secret of ${webhook.name}`}
      description="Takes effect as soon as you replace it, without saving the webhook."
      footer={
        <>
          <Button disabled={secret.isReplacing} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" loading={secret.isReplacing} onClick={() => void secret.submit()}>
            Replace secret
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void secret.submit();
        }}
      >
        <Stack $gap={4}>
          {secret.problem.other && (
            <Callout tone="danger" role="alert">
              {secret.problem.other}
            </Callout>
          )}
          <Field
            label="Secret"
            optional
            hint="Leave empty to have one generated."
            error={secret.problem.secret ?? null}
          >
            <PasswordInput
              autoFocus
              autoComplete="new-password"
              value={secret.typed}
              onChange={(event) => secret.setTyped(event.target.value)}
            />
          </Field>
          <Field
            label="Keep signing with the current secret"
            {...(secret.overlap === '0'
              ? {}
              : {
                  hint: 'During that time, webhook-signature holds both signatures, so you can update your receiver.',
                })}
          >
            <Select value={secret.overlap} onValueChange={secret.setOverlap} options={overlaps} />
          </Field>
        </Stack>
      </form>
    </Dialog>
  );
}
