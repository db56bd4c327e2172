import { useState } from 'react';
import type { NewSeed } from '@skein/contracts/smart-delivery/seed-file';
import type { SeedView } from '@skein/contracts/smart-delivery/seed-shapes';
import { Field } from '@skein/ui/field';
import { Row } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { RadioGroup } from '@skein/ui/radio-group';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { FormDialog } from '../form-dialog';

/** A seed with its login, as the form sends it. */
export type SeedBody = Omit<NewSeed, 'workspace_id'>;

const usual = {
  email: '',
  provider: '',
  region: '',
  kind: 'personal' as SeedView['kind'],
  host: '',
  port: 993 as number | null,
  security: 'TLS' as SeedView['security'],
  method: 'PASSWORD' as SeedView['auth_method'],
  password: '',
  token_url: '',
  client_id: '',
  client_secret: '',
  refresh_token: '',
};
type Given = typeof usual;
type TextName = {
  [Name in keyof Given]: Given[Name] extends string ? (string extends Given[Name] ? Name : never) : never;
}[keyof Given];

/** What the form begins with: nothing, or all of a seed but its secrets, which the server never returns. */
function beginningOf(seed: SeedView | null): Given {
  if (!seed) return usual;
  const { email, provider, region, kind, host, port, security, auth_method: method } = seed;
  return { ...usual, email, provider, region, kind, host, port, security, method };
}

function bodyOf(given: Given): SeedBody {
  const { email, provider, region, kind, host, port, security, method, password, ...oauth } = given;
  return {
    email,
    ...(provider.trim() !== '' && { provider }),
    ...(region.trim() !== '' && { region }),
    kind,
    host,
    port: port ?? 993,
    security,
    ...(method === 'XOAUTH2' ? { oauth } : { password }),
  };
}

interface ConnectSeedDialogProps {
  description: string;
  /** The seed whose login is changed; null for a new one. */
  seed?: SeedView | null;
  /** Seeds whose providers and regions are offered. */
  known: readonly Pick<SeedView, 'provider' | 'region'>[];
  /** Rejects with the server's problem. */
  connect: (body: SeedBody) => Promise<Pick<SeedView, 'email' | 'provider' | 'state' | 'problem'>>;
  onClose: () => void;
}

/** Connects a seed mailbox by password or OAuth, or changes the login of one; the server logs in to it first. */
export function ConnectSeedDialog({ description, seed = null, known, connect, onClose }: ConnectSeedDialogProps) {
  const [given, setGiven] = useState(() => beginningOf(seed));
  const set = (change: Partial<Given>) => setGiven((present) => ({ ...present, ...change }));
  const text = (name: TextName) => ({
    value: given[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const submit = async () => {
    const { email, provider, state, problem } = await connect(bodyOf(given));
    if (state !== 'waiting') toasts.show({ title: `${email} is connected: ${provider}` });
    else if (problem === null) toasts.show({ title: `${email} is connected. A code was emailed to it.` });
    else toasts.show({ tone: 'warning', title: `${email} is waiting for its code`, text: problem });
  };
  return (
    <FormDialog
      title={seed ? `Change the login of ${seed.email}` : 'Connect a seed'}
      description={description}
      submitLabel={seed ? 'Save login' : 'Connect seed'}
      onSubmit={submit}
      onClose={onClose}
      fields={(errors) => (
        <>
          {!seed && (
            <Field label="Email" error={errors['email']}>
              <TextInput autoFocus type="email" autoComplete="off" maxLength={254} {...text('email')} />
            </Field>
          )}
          <PlaceFields known={known} text={text} errors={errors} />
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
          <Field label="Sign in">
            <RadioGroup
              direction="row"
              value={given.method}
              onValueChange={(method) => set({ method })}
              options={[
                { value: 'PASSWORD', label: 'By password' },
                { value: 'XOAUTH2', label: 'By OAuth' },
              ]}
            />
          </Field>
          {given.method === 'XOAUTH2' ? (
            <GrantFields text={text} errors={errors} />
          ) : (
            <Field label="Password" hint="Gmail, Yahoo and iCloud need an app password." error={errors['password']}>
              <TextInput type="password" autoComplete="new-password" maxLength={1_000} {...text('password')} />
            </Field>
          )}
        </>
      )}
    />
  );
}

interface FieldsProps {
  text: (name: TextName) => { value: string; onChange: (event: { target: { value: string } }) => void };
  errors: Record<string, string>;
}

/** Provider and region, with those of other seeds offered. */
function PlaceFields({ known, text, errors }: FieldsProps & Pick<ConnectSeedDialogProps, 'known'>) {
  const names = (field: 'provider' | 'region') => [...new Set(known.map((seed) => seed[field]))].sort();
  return (
    <>
      <Row $wrap $gap={4} $align="start">
        <Field
          label="Provider"
          optional
          hint="As shown in test results. Leave empty to read it from the MX records."
          error={errors['provider']}
        >
          <TextInput list="seed-providers" autoComplete="off" maxLength={60} {...text('provider')} />
        </Field>
        <Field
          label="Region"
          optional
          hint="Leave empty to read it from the MX records. Those of Gmail and Outlook name none."
          error={errors['region']}
        >
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
    </>
  );
}

/** What an OAuth client was granted for the mailbox. */
function GrantFields({ text, errors }: FieldsProps) {
  return (
    <>
      <Field
        label="Token URL"
        hint="Gmail: https://oauth2.googleapis.com/token. Outlook: https://login.microsoftonline.com/common/oauth2/v2.0/token."
        error={errors['oauth.token_url']}
      >
        <TextInput type="url" autoComplete="off" maxLength={2_000} {...text('token_url')} />
      </Field>
      <Row $wrap $gap={4} $align="start">
        <Field label="Client ID" error={errors['oauth.client_id']}>
          <TextInput autoComplete="off" maxLength={1_000} {...text('client_id')} />
        </Field>
        <Field label="Client secret" error={errors['oauth.client_secret']}>
          <TextInput type="password" autoComplete="new-password" maxLength={1_000} {...text('client_secret')} />
        </Field>
      </Row>
      <Field
        label="Refresh token"
        hint="Issued to this client by the mailbox’s owner, with access to IMAP."
        error={errors['oauth.refresh_token']}
      >
        <TextInput type="password" autoComplete="new-password" maxLength={10_000} {...text('refresh_token')} />
      </Field>
    </>
  );
}
