import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { openAiAddress } from '@skein/contracts/main/ai-writing.contract';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { CardBody, CardFoot } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field, Hint } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Stack } from '@skein/ui/layout';
import { PasswordInput } from '@skein/ui/password-input';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';

const form = z.object({
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address such as https://api.openai.com/v1' }).max(300),
  api_key: z.string().trim().max(500),
  model: z
    .string()
    .trim()
    .regex(/^[\w.:@/-]{1,100}$/, 'can contain only letters, digits and . : @ / -'),
});
type Values = z.input<typeof form>;

/** A service as it is kept: its key is never told again. */
interface KeptService {
  base_url: string;
  last_four: string;
  model: string;
  is_sandbox: boolean;
}

export interface ServiceFormProps {
  kept: KeptService | null;
  hasSandbox: boolean;
  models: readonly string[];
  /** What the key is for, and who may use it. */
  purpose: string;
  /** What the sandbox's stand-in does instead. */
  standIn: string;
  /** What ends when it is removed. */
  removal: string;
  onSave: (values: { base_url: string; api_key?: string; model: string }) => Promise<unknown>;
  onSandbox: () => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/** The form, with what the service answered when its key was tried: beside a field, or as a `problem` of the whole. */
function useServiceForm(own: KeptService | null, onSave: ServiceFormProps['onSave']) {
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    control,
    handleSubmit,
    setError,
    formState: { errors, isDirty, isSubmitting },
  } = useForm<Values>({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: { base_url: own?.base_url ?? openAiAddress, api_key: '', model: own?.model ?? 'gpt-4o-mini' },
  });
  const submit = handleSubmit(async ({ api_key: key, ...values }) => {
    setProblem(null);
    try {
      await onSave({ ...values, ...(key === '' ? {} : { api_key: key }) });
      toasts.show({ title: 'The key works and is saved', tone: 'success' });
    } catch (failure) {
      const { details, message } = problemOf(failure);
      for (const detail of details) {
        const field = detail.field === 'default_model' ? 'model' : detail.field;
        if (field === 'base_url' || field === 'api_key' || field === 'model')
          setError(field, { type: 'server', message: detail.message }, { shouldFocus: true });
      }
      setProblem(details.length > 0 ? null : message);
    }
  });
  return { register, control, submit, problem, errors, isDirty, isSubmitting };
}

/** Address, key and model of an OpenAI-compatible service. The key is tried before it is kept. */
export function ServiceForm({ kept, hasSandbox, onSave, onSandbox, onRemove, ...texts }: ServiceFormProps) {
  const own = kept && !kept.is_sandbox ? kept : null;
  const [removing, setRemoving] = useState(false);
  const [settingUp, setSettingUp] = useState(false);
  const { register, control, submit, problem, errors, isDirty, isSubmitting } = useServiceForm(own, onSave);
  const setUpSandbox = () => {
    setSettingUp(true);
    onSandbox()
      .then(
        () => toasts.show({ title: 'The sandbox’s stand-in is set up' }),
        (failure: unknown) => showProblem('It was not set up', failure),
      )
      .finally(() => setSettingUp(false));
  };
  const options = texts.models.map((model) => ({ value: model, label: model }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <CardBody>
        <Stack $gap={4}>
          <Hint>{texts.purpose}</Hint>
          {kept?.is_sandbox && (
            <Callout tone="info" title="The sandbox’s stand-in is set up.">
              {texts.standIn}
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
                  The key that ends in <Text $mono>{own.last_four}</Text> is saved. Leave this empty to keep it.
                </>
              ) : undefined
            }
            error={fieldError('Key', errors.api_key)}
          >
            <PasswordInput autoComplete="off" {...register('api_key')} />
          </Field>
          <Controller
            control={control}
            name="model"
            render={({ field }) => (
              <Field
                label="Model"
                hint="Choose one, or type the name of another one that your service has."
                error={fieldError('Model', errors.model)}
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
            Use the sandbox’s stand-in
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          {...(isDirty ? {} : { disabledReason: own ? 'Nothing was changed' : 'Enter a key first' })}
        >
          Test and save
        </Button>
      </CardFoot>
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(false)}
          title={kept?.is_sandbox ? 'Remove the sandbox’s stand-in' : `Remove the key …${kept?.last_four ?? ''}`}
          confirmLabel="Remove"
          description={texts.removal}
          onConfirm={async () => {
            await onRemove();
            toasts.show({ title: 'Removed' });
          }}
        />
      )}
    </form>
  );
}
