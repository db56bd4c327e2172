import { useState } from 'react';
import {
  verificationProviderNames,
  verificationProviders,
  type VerificationProvider,
} from '@skein/contracts/main/verification-results';
import { Callout } from '@skein/ui/callout';
import { Field } from '@skein/ui/field';
import { PasswordInput } from '@skein/ui/password-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { toasts } from '@skein/ui/toast-store';
import { counted } from '@skein/ui/counted';
import { FormDialog } from '../form-dialog';
import { useSetProvider, type ProviderState } from './verification.hooks';

const details: Record<VerificationProvider, string> = {
  SKEIN: 'Our own prober asks the mail servers. One credit for each address.',
  ZEROBOUNCE: 'With your own key. Your account there pays; no credits are used here.',
  MILLIONVERIFIER: 'With your own key. Your account there pays; no credits are used here.',
};

/** Chooses who verifies: our prober, or a service that the workspace has a key of. */
export function ProviderDialog({ state, onClose }: { state: ProviderState; onClose: () => void }) {
  const set = useSetProvider();
  const [provider, setProvider] = useState<VerificationProvider>(state.provider);
  const [key, setKey] = useState('');
  const name = verificationProviderNames[provider];
  const isKept = provider === state.provider && state.last_four !== null;
  const reason =
    provider === 'SKEIN'
      ? state.provider === 'SKEIN'
        ? 'Nothing was changed'
        : null
      : key.trim() === ''
        ? isKept
          ? 'Nothing was changed'
          : `Enter a key of ${name}`
        : null;
  const submit = async () => {
    const answer = await set({
      provider,
      ...(provider !== 'SKEIN' && key.trim() !== '' ? { api_key: key.trim() } : {}),
    });
    toasts.show({
      title: provider === 'SKEIN' ? 'Skein verifies' : `${name} verifies from the next run on`,
      tone: 'success',
      ...(answer.credits_left === null
        ? {}
        : { text: `${counted(answer.credits_left, 'verification')} left in that account.` }),
    });
  };
  return (
    <FormDialog
      title="Verification provider"
      submitLabel="Choose"
      onClose={onClose}
      onSubmit={submit}
      {...(reason ? { disabledReason: reason } : {})}
    >
      <RadioGroup
        aria-label="Verification provider"
        value={provider}
        onValueChange={(chosen) => {
          setProvider(chosen as VerificationProvider);
          setKey('');
        }}
        options={verificationProviders.map((one) => ({
          value: one,
          label: verificationProviderNames[one],
          hint: details[one],
        }))}
      />
      {provider !== 'SKEIN' && (
        <Field
          label={`Key of ${name}`}
          hint={
            isKept
              ? `The key that ends in ${state.last_four} is kept. It is sealed and never shown again.`
              : 'It is tested first, sealed, and never shown again.'
          }
        >
          <PasswordInput
            autoComplete="off"
            maxLength={200}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
      )}
      {provider !== 'SKEIN' && state.sandbox_key && (
        <Callout tone="info" title="Sandbox.">
          A local stand-in answers instead of {name}. Its key is <code>{state.sandbox_key}</code>.
        </Callout>
      )}
    </FormDialog>
  );
}
