import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { aiModels, openAiAddress, type AiKeyView } from '@skein/contracts/main/ai-writing.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field, Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Loading } from '@skein/ui/skeleton';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { withSentence } from '@skein/mfe/with-sentence';
import {
  useAiKeyQuery,
  useAiModelsQuery,
  useDeleteAiKeyMutation,
  useSandboxWriterMutation,
  useSaveAiKeyMutation,
} from '../api';

const form = z.object({
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.openai.com/v1' }).max(300),
  api_key: z.string().trim().max(500),
  default_model: z
    .string()
    .trim()
    .regex(/^[\w.:@/-]{1,100}$/, 'may have letters, digits and . : @ / - only'),
});
type Values = z.input<typeof form>;

/** The person's own key for writing with AI. Only those who write sequences see it. */
export function AiKeyCard() {
  const isWriter = useAccess().may('campaign.write');
  return isWriter ? <KeyCard /> : null;
}

function KeyCard() {
  const card = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const { data, error, refetch } = useAiKeyQuery();
  const isLoaded = data !== undefined;
  // The editor's link leads here, below the profile itself.
  useEffect(() => {
    if (isLoaded && hash === '#ai-writing') card.current?.scrollIntoView({ block: 'start' });
  }, [isLoaded, hash]);
  return (
    <div ref={card} id="ai-writing">
      <Card
        title="AI writing"
        padded={false}
        actions={data?.key?.is_sandbox ? <Badge tone="info">Sandbox</Badge> : undefined}
      >
        {error && !data && (
          <Callout
            tone="danger"
            role="alert"
            title="The key could not be looked up."
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
            style={{ margin: 'var(--s-3)' }}
          >
            {error.message}
          </Callout>
        )}
        {!data && !error && <Loading label="Loading the key" />}
        {data && <KeyForm key={data.key?.updated_at ?? 'none'} kept={data.key} hasSandbox={data.has_sandbox} />}
      </Card>
    </div>
  );
}

function KeyForm({ kept, hasSandbox }: { kept: AiKeyView | null; hasSandbox: boolean }) {
  const own = kept && !kept.is_sandbox ? kept : null;
  const [problem, setProblem] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  const [save] = useSaveAiKeyMutation();
  const [takeSandbox, { isLoading: settingUp }] = useSandboxWriterMutation();
  const [remove] = useDeleteAiKeyMutation();
  const { data: models } = useAiModelsQuery();
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isDirty, isSubmitting },
  } = useForm<Values>({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: {
      base_url: own?.base_url ?? openAiAddress,
      api_key: '',
      default_model: own?.default_model ?? 'gpt-4o-mini',
    },
  });
  const submit = handleSubmit(async ({ api_key: key, ...values }) => {
    setProblem(null);
    try {
      await save({ body: { ...values, ...(key === '' ? {} : { api_key: key }) } }).unwrap();
      toasts.show({ title: 'The key works and is kept', tone: 'success' });
    } catch (failure) {
      const { details, message } = problemOf(failure);
      for (const detail of details)
        if (detail.field === 'base_url' || detail.field === 'api_key' || detail.field === 'default_model')
          setError(detail.field, { type: 'server', message: detail.message }, { shouldFocus: true });
      setProblem(details.length > 0 ? null : message);
    }
  });
  const setUpSandbox = () => {
    takeSandbox({ body: {} })
      .unwrap()
      .then(
        () => toasts.show({ title: 'The sandbox’s writer is set up' }),
        (failure: unknown) => showProblem('It was not set up', failure),
      );
  };
  const options = [...new Set([...(models?.models ?? aiModels)])].map((model) => ({ value: model, label: model }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <CardBody>
        <Stack $gap={4}>
          <Hint>
            Writes sequence steps with your own key of an OpenAI-compatible service. It is sealed, used for you alone
            and never shown again.
          </Hint>
          {kept?.is_sandbox && (
            <Callout tone="info" title="The sandbox’s writer is set up.">
              It puts your words into sentences; no AI service is asked. A key of your own takes its place.
            </Callout>
          )}
          <Field label="Address of the service" error={fieldError('Address', errors.base_url)}>
            <TextInput type="url" inputMode="url" autoComplete="off" spellCheck={false} {...register('base_url')} />
          </Field>
          <Field
            label="Key"
            hint={
              own ? (
                <>
                  The key that ends in <Text $mono>{own.last_four}</Text> is kept. Leave this empty to keep it.
                </>
              ) : undefined
            }
            error={fieldError('Key', errors.api_key)}
          >
            <PasswordInput autoComplete="off" {...register('api_key')} />
          </Field>
          <Controller
            control={control}
            name="default_model"
            render={({ field }) => (
              <Field
                label="Model"
                hint="Can be changed for each text. Type the name of another one that your service has."
                error={fieldError('Model', errors.default_model)}
              >
                <Combobox
                  options={options}
                  value={{ value: field.value, label: field.value }}
                  onValueChange={(model) => field.onChange(model?.value ?? '')}
                  onCreate={(name) => field.onChange(name)}
                  searchPlaceholder="Name of a model"
                />
              </Field>
            )}
          />
          {problem && (
            <Callout tone="danger" role="alert">
              {problem}
            </Callout>
          )}
        </Stack>
      </CardBody>
      <CardFoot style={{ justifyContent: 'flex-end', flexWrap: 'wrap', minHeight: 48 }}>
        {kept && (
          <Button variant="ghost" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
        {hasSandbox && !kept && (
          <Button loading={settingUp} onClick={setUpSandbox}>
            Use the sandbox’s writer
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          {...(isDirty ? {} : { disabledReason: own ? 'Nothing was changed' : 'Put in a key first' })}
        >
          Try and keep
        </Button>
      </CardFoot>
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={kept?.is_sandbox ? 'Remove the sandbox’s writer' : `Remove the key …${kept?.last_four ?? ''}`}
          confirmLabel="Remove"
          description="Nothing is written with AI until there is a key again. Texts that were taken stay."
          onConfirm={async () => {
            await withSentence(remove({}).unwrap());
            toasts.show({ title: 'Removed' });
          }}
        />
      )}
    </form>
  );
}
