import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { toasts } from '@skein/ui/toast-store';
import { useConnectByOauthMutation, useConnectMailboxMutation, useTestConnectionMutation } from '../api';
import {
  connectionBody,
  draftKey,
  draftOf,
  fieldOf,
  formProblems,
  oauthBody,
  passwordBody,
  readDraft,
  reportProblems,
  sandboxConnection,
  serversAfter,
  afterLoopbackHost,
  type ConnectionForm,
  type FieldProblem,
  type SandboxServers,
} from './connection-form';
import { useOwnName } from './use-own-name';
import { wayBack } from './way-back';

type Form = UseFormReturn<ConnectionForm>;
type Login = { email: string; password: string };

const resolver: Resolver<ConnectionForm> = (values) => {
  const problems = formProblems(values);
  const errors = Object.fromEntries(
    problems.map(({ field, message }) => [field, { type: 'contract', message }]),
  ) as FieldErrors<ConnectionForm>;
  return problems.length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** Another provider in the address: its presets, everything else as it was typed. */
function useProvider(form: Form, provider: MailProvider, onChange: () => void): void {
  const { getValues, setValue, clearErrors } = form;
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    const type = getValues('type');
    if (type === provider.type) return;
    const before = mailProviders.find((each) => each.type === type) ?? provider;
    const servers = serversAfter(getValues(), before, provider);
    for (const [name, value] of Object.entries(servers)) setValue(name as keyof typeof servers, value);
    setValue('type', provider.type);
    clearErrors();
    changed.current();
  }, [provider, getValues, setValue, clearErrors]);
}

/** Keeps what is typed as a draft, without secrets: leaving the page asks while one is typed. */
function useDraft(form: Form, sandbox: SandboxServers | undefined) {
  const { getValues, setValue, subscribe } = form;
  const saved = useRef(false);

  // The user name is the address until it is typed.
  useEffect(() => {
    let address = getValues('from_email');
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (!saved.current) window.sessionStorage.setItem(draftKey, JSON.stringify(draftOf(values)));
        if (sandbox && (name === 'smtp_host' || name === 'imap_host')) {
          const server = name === 'smtp_host' ? 'smtp' : 'imap';
          const found = afterLoopbackHost(values, server, sandbox);
          if (found) {
            setValue(`${server}_port_type`, found.portType);
            setValue(`${server}_port`, found.port);
          }
        }
        if (name !== 'from_email') return;
        if (getValues('username') === address) setValue('username', values.from_email);
        address = values.from_email;
      },
    });
  }, [subscribe, getValues, setValue, sandbox]);

  // Secrets are in no draft: leaving the page asks while one is typed.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { password, imap_password, client_secret, refresh_token } = getValues();
      if (!saved.current && [password, imap_password, client_secret, refresh_token].some((secret) => secret !== ''))
        event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [getValues]);

  return {
    forget() {
      saved.current = true;
      window.sessionStorage.removeItem(draftKey);
    },
  };
}

function fillSandbox({ setValue, clearErrors }: Form, servers: SandboxServers, mailbox?: Login): void {
  for (const [name, value] of Object.entries(sandboxConnection(servers)))
    setValue(name as keyof ConnectionForm, value, { shouldDirty: true });
  if (mailbox) {
    setValue('login', 'password');
    setValue('separate_imap', false);
    setValue('username', mailbox.email, { shouldDirty: true });
    setValue('from_email', mailbox.email, { shouldDirty: true });
    setValue('password', mailbox.password, { shouldDirty: true });
  }
  clearErrors();
}

/** What the server found, at the fields where it can be mended. */
const placedProblems = (details: readonly { field: string; message: string }[], values: ConnectionForm) =>
  details.flatMap(({ field, message: text }): FieldProblem[] => {
    const found = fieldOf(field, values);
    return found ? [{ field: found, message: text }] : [];
  });

/** Says what came of it and leads on: back to where the mailbox was wanted, or to the mailbox. */
function showConnected(
  provider: MailProvider,
  mailbox: Pick<MailboxView, 'id' | 'from_email' | 'ramp' | 'message_per_day'>,
  report: ConnectionReport,
): void {
  const isConnected = report.smtp.ok && report.imap.ok;
  if (isConnected)
    toasts.show({
      title: `${mailbox.from_email} is connected`,
      text: mailbox.ramp
        ? `Both servers accepted the login. Campaigns begin with ${mailbox.ramp.start} emails a day and ${mailbox.ramp.increase} more each day, up to ${mailbox.message_per_day}.`
        : 'Both servers accepted the login.',
      action: {
        label: 'Connect another',
        run: () => navigateTo(`/app/email-accounts/creation-page/${provider.type.toLowerCase()}`),
      },
    });
  else
    toasts.show({
      tone: 'warning',
      title: `${mailbox.from_email} is saved, but cannot ${report.smtp.ok ? 'be read' : 'send'} yet`,
      text: 'See the server’s reply and how to fix it below.',
    });
  navigateTo(
    (isConnected && wayBack(window.location.search)) ||
      `/app/email-account/${mailbox.id}/${isConnected ? 'overview' : 'error-state'}`,
  );
}

/** What was tried, and what both servers answered. */
export interface Tried {
  report: ConnectionReport;
  login: string;
}

/** The form that connects a mailbox: draft, presets, test and save. `sandbox` are the sandbox's servers, where there are any. */
export function useConnectionForm(provider: MailProvider, timeZone: string, sandbox: SandboxServers | undefined) {
  const [initial] = useState(() => readDraft(window.sessionStorage.getItem(draftKey), provider, timeZone));
  const form = useForm<ConnectionForm>({ resolver, mode: 'onTouched', defaultValues: initial });
  const { getValues, setError, clearErrors, control, formState } = form;
  const [testConnection, testing] = useTestConnectionMutation();
  const [connect] = useConnectMailboxMutation();
  const [connectOauth] = useConnectByOauthMutation();
  const [tried, setTried] = useState<Tried | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useOwnName(form);

  const place = (problems: FieldProblem[]) =>
    problems.forEach(({ field, message }, index) =>
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 }),
    );

  useProvider(form, provider, () => setTried(null));
  const kept = useDraft(form, sandbox);

  const fail = (error: unknown) => {
    const { details, message } = problemOf(error);
    const placed = placedProblems(details, getValues());
    place(placed);
    setProblem(placed.length > 0 && placed.length === details.length ? null : message);
  };

  const test = async () => {
    const values = getValues();
    clearErrors();
    setProblem(null);
    const wrong = formProblems(values, 'login');
    if (wrong.length > 0) return place(wrong);
    try {
      const report = await testConnection({ body: connectionBody(values) }).unwrap();
      setTried({ report, login: JSON.stringify(connectionBody(values)) });
      place(reportProblems(report, values));
    } catch (error) {
      setTried(null);
      fail(error);
    }
    return undefined;
  };

  const save = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const { mailbox, report } =
        values.login === 'oauth'
          ? await connectOauth({ body: oauthBody(values) }).unwrap()
          : await connect({ body: passwordBody(values) }).unwrap();
      kept.forget();
      showConnected(provider, mailbox, report);
    } catch (error) {
      fail(error);
    }
  });

  const values = useWatch({ control }) as ConnectionForm;
  const isStale = useMemo(
    () => tried !== null && tried.login !== JSON.stringify(connectionBody(values)),
    [tried, values],
  );
  return {
    form,
    values,
    tried,
    isStale,
    problem,
    test,
    fillSandbox: (servers: SandboxServers, mailbox?: Login) => fillSandbox(form, servers, mailbox),
    isTesting: testing.isLoading,
    save,
    isSaving: formState.isSubmitting,
  };
}
