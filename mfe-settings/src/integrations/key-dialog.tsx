import { useState } from 'react';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { products } from './integration-labels';
import { useKey } from './integrations.hooks';

export type KeyKind = 'SLACK' | 'CLAY' | 'LEADMAGIC';

const asks: Record<KeyKind, { label: string; hint: string; isSecret: boolean }> = {
  SLACK: {
    label: 'Incoming webhook URL',
    hint: 'Create one at api.slack.com/apps, Incoming Webhooks. It posts to one channel.',
    isSecret: false,
  },
  CLAY: {
    label: 'Webhook URL of the Clay table',
    hint: 'In Clay: Add source, Monitor webhook. Replies and categories become rows of that table.',
    isSecret: false,
  },
  LEADMAGIC: { label: 'API key', hint: 'From the LeadMagic dashboard, API keys.', isSecret: true },
};

/** How rows come in from a table: the call that the other side makes. */
export const rowsCall = (source: string, origin: string) =>
  `POST ${origin}/api/integrations/rows\nAuthorization: Bearer <API key>\n{"source": "${source}", "lead_list_id": 12,\n "rows": [{"email": "…", "First Name": "…"}]}`;

/** Connects a product by what somebody copied from it. */
export function KeyDialog({
  kind,
  sandboxKey,
  onClose,
  onConnected,
}: {
  kind: KeyKind;
  sandboxKey: string | null;
  onClose: () => void;
  onConnected: () => void;
}) {
  const ask = asks[kind];
  const product = products[kind];
  const { connect, isLoading } = useKey();
  const [key, setKey] = useState('');
  const [token, setToken] = useState('');
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setWrong(undefined);
    setProblem(null);
    try {
      await connect(kind, key.trim(), token.trim());
      toasts.show({ title: `${product.name} connected` });
      onConnected();
    } catch (error) {
      const { details, message } = problemOf(error);
      const field = details.find((detail) => detail.field.endsWith('key'));
      setWrong(field?.message);
      setProblem(field ? null : message);
    }
  };
  const input = {
    value: key,
    onChange: (event: { target: { value: string } }) => setKey(event.target.value),
    autoComplete: 'off' as const,
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Connect ${product.name}`}
      description={product.does}
      footer={
        <>
          {sandboxKey && <Button onClick={() => setKey(sandboxKey)}>Use the sandbox’s</Button>}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isLoading} onClick={() => void save()}>
            Connect {product.name}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && <Callout tone="danger">{problem}</Callout>}
        <Field label={ask.label} hint={ask.hint} error={fieldError(ask.label, wrong ? { message: wrong } : undefined)}>
          {ask.isSecret ? <PasswordInput {...input} /> : <TextInput {...input} />}
        </Field>
        {kind === 'CLAY' && (
          <Field label="Authentication token" hint="Only when the table’s webhook asks for one.">
            <PasswordInput value={token} onChange={(event) => setToken(event.target.value)} autoComplete="off" />
          </Field>
        )}
        {kind === 'CLAY' && (
          <Stack $gap={2}>
            <Text $tone="muted">
              Rows come in over the API, with a key from Settings, API keys. A list’s number is in its address.
            </Text>
            <pre style={{ margin: 0, overflow: 'auto', fontSize: 'var(--fs-1)' }} tabIndex={0}>
              {rowsCall(kind, window.location.origin)}
            </pre>
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}
