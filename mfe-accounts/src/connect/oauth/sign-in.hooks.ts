import { useEffect, useRef, useState } from 'react';
import { emailAddress } from '@skein/contracts/address-rules';
import { knownRefusal } from '@skein/contracts/mail-refusals';
import { mailProviders, type MailProvider } from '@skein/contracts/mail-providers';
import { consentNames, type ConsentProvider } from '@skein/contracts/main/mailbox-sign-in.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { problemOf } from '@skein/mfe/problem';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { draftKey, readDraft, settingsBody } from '../connection-form';
import { wayBack } from '../way-back';
import { useFinishSignInMutation, useReadSignInQuery, useRevokeConsentMutation, useStartSignInMutation } from './api';
import { isConsentProvider } from './sign-in-provider';

/** What is remembered in this tab while the person is at the provider. */
const journeyKey = 'skein.sign-in';
export interface Journey {
  type: ConsentProvider;
  mailboxId: number | null;
  back: string | null;
}

/** Begins a sign-in: the provider's page takes the place of ours. */
export function useSignIn(type: ConsentProvider) {
  const { data, isLoading } = useReadSignInQuery(undefined);
  const [start, { isLoading: isStarting }] = useStartSignInMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const provider = data?.providers.find((each) => each.type === type);
  return {
    isLoading,
    isStarting,
    problem,
    isSandbox: data?.is_sandbox ?? false,
    client: provider?.client ?? null,
    accountPage: provider?.account_page ?? null,
    async signIn(given: { mailboxId?: number; loginHint?: string } = {}) {
      setProblem(null);
      try {
        const { url } = await start({
          body: {
            type,
            ...(given.mailboxId ? { mailbox_id: given.mailboxId } : {}),
            ...(given.loginHint && emailAddress.safeParse(given.loginHint).success
              ? { login_hint: given.loginHint }
              : {}),
          },
        }).unwrap();
        const journey: Journey = { type, mailboxId: given.mailboxId ?? null, back: wayBack(window.location.search) };
        window.sessionStorage.setItem(journeyKey, JSON.stringify(journey));
        window.location.assign(url);
      } catch (error) {
        setProblem(problemOf(error).message);
      }
    },
  };
}

/**
 * Withdraws a mailbox's consent. `disconnect` answers whether the provider was told, and its page where access is
 * withdrawn; it rejects with the server's problem.
 */
export function useDisconnect(mailboxId: number, type: string, isWanted: boolean) {
  const [revoke] = useRevokeConsentMutation();
  const { data } = useReadSignInQuery(undefined, { skip: !isWanted });
  return {
    accountPage: data?.providers.find((each) => each.type === type)?.account_page,
    disconnect: async (): Promise<boolean> =>
      (await revoke({ params: { mailboxId }, body: {} }).unwrap()).is_provider_told,
  };
}

function readJourney(): Journey | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(journeyKey) ?? 'null') as Journey | null;
    return kept && isConsentProvider(kept.type) ? kept : null;
  } catch {
    return null;
  }
}

export interface SignInProblem {
  text: string;
  link: { label: string; url: string } | null;
}

/** What a provider's redirect says when it brings no code. */
function refusalOf(type: ConsentProvider | undefined, error: string, description: string | null): SignInProblem {
  const name = type ? consentNames[type] : 'The provider';
  const known = knownRefusal(`${error} ${description ?? ''}`);
  return known
    ? { text: `${known.cause} ${known.fix}`, link: known.link }
    : { text: `${name} answered: ${(description ?? error).slice(0, 300)}`, link: null };
}

/** Ends a sign-in: the address of the page carries the code once, and loses it. What was typed before goes with it. */
export function useFinishedSignIn(): { journey: Journey | null; problem: SignInProblem | null } {
  const { timeZone } = useUi();
  const [finish] = useFinishSignInMutation();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [journey] = useState(readJourney);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const answer = new URLSearchParams(window.location.search);
    const [code, state, error] = [answer.get('code'), answer.get('state'), answer.get('error')];
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (error) return setProblem(refusalOf(journey?.type, error, answer.get('error_description')));
    if (!code || !state)
      return setProblem({ text: 'This page completes a sign-in. Start one to continue.', link: null });
    const settings =
      journey && journey.mailboxId === null ? draftedSettings(journey.type, timeZone) : ({} as Record<string, never>);
    const location = answer.get('location');
    finish({ body: { code, state, ...(location ? { location: location.slice(0, 5) } : {}), ...settings } })
      .unwrap()
      .then(
        ({ mailbox, report, is_new }) => {
          window.sessionStorage.removeItem(journeyKey);
          if (is_new) window.sessionStorage.removeItem(draftKey);
          const isConnected = report.smtp.ok && report.imap.ok;
          toasts.show(
            isConnected
              ? {
                  title: `${mailbox.from_email} is connected${is_new ? '' : ' again'}`,
                  text: 'Both servers accepted the login.',
                }
              : {
                  tone: 'warning',
                  title: `${mailbox.from_email} is saved, but cannot ${report.smtp.ok ? 'be read' : 'send'} yet`,
                  text: 'See the server’s reply and how to fix it below.',
                },
          );
          navigateTo(
            (isConnected && journey?.back) ||
              `/app/email-account/${mailbox.id}/${isConnected ? 'overview' : 'error-state'}`,
            { replace: true },
          );
        },
        (failure: unknown) => setProblem({ text: problemOf(failure).message, link: null }),
      );
    return undefined;
  }, [finish, journey, timeZone]);
  return { journey, problem };
}

/** What was typed on the page before signing in: name, limits, addresses, signature and how the mailbox starts. */
function draftedSettings(type: ConsentProvider, timeZone: string) {
  const provider = mailProviders.find((each) => each.type === type) as MailProvider;
  const draft = readDraft(window.sessionStorage.getItem(draftKey), provider, timeZone);
  const { message_per_day: perDay, min_time_to_wait_minutes: gap, ...rest } = settingsBody(draft);
  const name = draft.from_name.trim();
  return {
    ...rest,
    ...(perDay === null ? {} : { message_per_day: perDay }),
    ...(gap === null ? {} : { min_time_to_wait_minutes: gap }),
    ...(name === '' ? {} : { from_name: name }),
  };
}
