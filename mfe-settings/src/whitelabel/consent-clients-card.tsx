import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  consentNames,
  saveConsentClientBody,
  type ConsentClientsView,
} from '@skein/contracts/main/mailbox-sign-in.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { CodeBlock } from '@skein/ui/code-block';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Row, Stack } from '@skein/ui/layout';
import { LoadProblem } from '@skein/ui/load-problem';
import { LinkButton } from '@skein/ui/link';
import { PasswordInput } from '@skein/ui/password-input';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useConsentClients } from './consent-clients.hooks';

type Client = ConsentClientsView['clients'][number];

function ClientDialog({ client, view, onClose }: { client: Client; view: ConsentClientsView; onClose: () => void }) {
  const name = consentNames[client.provider];
  const { save } = useConsentClients();
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    handleSubmit,
    setValue,
    formState: { errors, isSubmitting },
  } = useForm<z.infer<typeof saveConsentClientBody>>({
    resolver: zodResolver(saveConsentClientBody),
    mode: 'onTouched',
    defaultValues: { client_id: client.client_id ?? '', client_secret: '' },
  });
  const submit = handleSubmit(async (body) => {
    setProblem(null);
    try {
      await save(client.provider, body);
      toasts.show({ title: `${name} client saved`, text: 'The next sign-in uses it.' });
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  });
  const trial = view.trial;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={`Your own ${name} client`}
      description={`Register a web application at ${name} with this redirect address, then enter its ID and secret. ${
        client.client_id ? 'With another client ID every mailbox that signed in has to sign in again.' : ''
      }`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isSubmitting} onClick={() => void submit()}>
            Save
          </Button>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack $gap={4}>
          <CodeBlock label="Redirect address" wrap code={[{ text: view.redirect_uri }]} />
          <Field label="Client ID" error={fieldError('Client ID', errors.client_id)}>
            <TextInput autoComplete="off" spellCheck={false} maxLength={200} {...register('client_id')} />
          </Field>
          <Field
            label="Client secret"
            hint="Sealed; no screen shows it again."
            error={fieldError('Client secret', errors.client_secret)}
          >
            <PasswordInput autoComplete="off" {...register('client_secret')} />
          </Field>
          {trial && (
            <Hint>
              The sandbox only knows its own client.{' '}
              <LinkButton
                onClick={() => {
                  setValue('client_id', trial.client_id, { shouldDirty: true });
                  setValue('client_secret', trial.client_secret, { shouldDirty: true });
                }}
              >
                Fill it in
              </LinkButton>
            </Hint>
          )}
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

/** OAuth clients of Google and Microsoft that a workspace registered itself, so that their consent pages bear its name. */
export function ConsentClientsCard() {
  const { view: data, problem, remove } = useConsentClients();
  const [editing, setEditing] = useState<Client | null>(null);
  if (!data) return problem ? <LoadProblem title="The sign-in clients could not be loaded." {...problem} /> : null;
  const drop = async (client: Client) => {
    try {
      const mailboxes = await remove(client.provider);
      toasts.show({
        title: `${consentNames[client.provider]} client removed`,
        ...(mailboxes > 0 ? { text: `${counted(mailboxes, 'mailbox has', 'mailboxes have')} to sign in again.` } : {}),
      });
    } catch (error) {
      toasts.show({ tone: 'danger', title: 'Not removed', text: problemOf(error).message });
    }
  };
  return (
    <Card title="Signing in with Google and Microsoft">
      <Stack $gap={4}>
        <Hint>
          When someone connects a mailbox, the provider’s consent page names the application that asks. With a client of
          your own it names yours.
        </Hint>
        {data.clients.map((client) => (
          <Row key={client.provider} $gap={3} $wrap style={{ justifyContent: 'space-between' }}>
            <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Text $weight="medium">{consentNames[client.provider]}</Text>{' '}
              <Text $tone="muted">
                {client.client_id
                  ? `own client ${client.client_id}`
                  : client.has_installation_client
                    ? 'the installation’s client'
                    : 'no client; mailboxes connect by password'}
              </Text>
            </div>
            <Row $gap={2}>
              {client.client_id && (
                <Button
                  size="small"
                  aria-label={`Remove your ${consentNames[client.provider]} client`}
                  onClick={() => void drop(client)}
                >
                  Remove
                </Button>
              )}
              <Button
                size="small"
                aria-label={`${client.client_id ? 'Change the' : 'Use an'} own ${consentNames[client.provider]} client`}
                onClick={() => setEditing(client)}
              >
                {client.client_id ? 'Change' : 'Use your own client'}
              </Button>
            </Row>
          </Row>
        ))}
      </Stack>
      {editing && <ClientDialog client={editing} view={data} onClose={() => setEditing(null)} />}
    </Card>
  );
}
