import { useState } from 'react';
import type { OperatorSeedView } from '@skein/contracts/smart-delivery/operator-seeds.contract';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { FormDialog } from './form-dialog';
import { useAddSeeds } from './seeds.hooks';

const usual = {
  email: '',
  provider: '',
  region: '',
  kind: 'personal' as 'personal' | 'business',
  host: '',
  port: 993 as number | null,
  security: 'TLS' as 'TLS' | 'STARTTLS',
  password: '',
};

/** Connects a seed mailbox; the server logs in to it first. */
export function AddSeedDialog({ known, onClose }: { known: readonly OperatorSeedView[]; onClose: () => void }) {
  const { add } = useAddSeeds();
  const [given, setGiven] = useState(usual);
  const set = (change: Partial<typeof usual>) => setGiven((present) => ({ ...present, ...change }));
  const text = (name: 'email' | 'provider' | 'region' | 'host' | 'password') => ({
    value: given[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const names = (field: 'provider' | 'region') => [...new Set(known.map((seed) => seed[field]))].sort();
  const submit = async () => {
    const { provider, ...rest } = given;
    const named = provider.trim() === '' ? {} : { provider };
    const seed = await add({ ...rest, ...named, port: given.port ?? 993 });
    toasts.show({ title: `${seed.email} is connected: ${seed.provider}` });
  };
  return (
    <FormDialog
      title="Connect a seed"
      description="A separate mailbox that no workspace sends from. The login is tested first."
      submitLabel="Connect seed"
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          <Field label="Email" error={errors['email']}>
            <TextInput autoFocus type="email" autoComplete="off" maxLength={254} {...text('email')} />
          </Field>
          <Row $wrap $gap={4} $align="start">
            <Field
              label="Provider"
              optional
              hint="As shown in test results. Leave empty to read it from the MX records."
              error={errors['provider']}
            >
              <TextInput list="seed-providers" autoComplete="off" maxLength={60} {...text('provider')} />
            </Field>
            <Field label="Region" hint="MX records don’t name it, so enter it." error={errors['region']}>
              <TextInput list="seed-regions" autoComplete="off" maxLength={60} {...text('region')} />
            </Field>
          </Row>
          {(['provider', 'region'] as const).map((field) => (
            <datalist key={field} id={`seed-${field}s`}>
              {names(field).map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          ))}
          <Field label="Kind">
            <RadioGroup
              direction="row"
              value={given.kind}
              onValueChange={(kind) => set({ kind })}
              options={[
                { value: 'personal', label: 'Personal' },
                { value: 'business', label: 'Business' },
              ]}
            />
          </Field>
          <Row $wrap $gap={4} $align="start">
            <Field label="IMAP server" error={errors['host']}>
              <TextInput autoComplete="off" maxLength={253} placeholder="imap.example.com" {...text('host')} />
            </Field>
            <Field label="Port" error={errors['port']}>
              <NumberInput min={1} max={65_535} value={given.port} onValueChange={(port) => set({ port })} />
            </Field>
          </Row>
          <Field label="Encryption">
            <RadioGroup
              direction="row"
              value={given.security}
              onValueChange={(security) => set({ security })}
              options={[
                { value: 'TLS', label: 'TLS' },
                { value: 'STARTTLS', label: 'STARTTLS' },
              ]}
            />
          </Field>
          <Field label="Password" hint="Gmail, Yahoo and iCloud need an app password." error={errors['password']}>
            <TextInput type="password" autoComplete="new-password" maxLength={1_000} {...text('password')} />
          </Field>
        </>
      )}
    />
  );
}
