import { Callout } from '@skein/ui/callout';
import { problemOf } from '@skein/mfe/problem';
import type { useSendTest } from './send-test.hooks';

type TestOutcomeProps = Pick<ReturnType<typeof useSendTest>, 'waiting' | 'error' | 'mail'>;

/** What became of the test. */
export function TestOutcome({ waiting, error, mail }: TestOutcomeProps) {
  return (
    <div role="status">
      {waiting && 'On its way.'}
      {error && !mail && (
        <Callout tone="warning" title="It is on its way.">
          Its status couldn’t be loaded: {problemOf(error).message}
        </Callout>
      )}
      {mail?.state === 'SENT' && (
        <Callout tone="success" title="Sent.">
          {mail.mailbox_email} gave “{mail.subject}” to the mail server of {mail.to}.
        </Callout>
      )}
      {mail?.state === 'FAILED' && (
        <Callout tone="danger" title="It failed.">
          {mail.failure_text ?? 'The mail server refused it.'}
        </Callout>
      )}
      {mail?.state === 'IN_DOUBT' && (
        <Callout tone="warning" title="Delivery unconfirmed.">
          The connection broke before the mail server answered; it may have arrived.
        </Callout>
      )}
    </div>
  );
}
