import { useState } from 'react';
import { createClient } from '@skein/contracts/client';
import type { CallOutput } from '@skein/contracts/endpoint';
import { addressChangeContract } from '@skein/contracts/main/address-change.contract';
import { problemOf } from '@skein/mfe/problem';
import { pageTransport } from '@skein/mfe/transport';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { FormProblem } from './form-errors';
import { PublicLayout } from './public-layout';

const client = createClient(addressChangeContract, (request) => pageTransport(request));
type Answer = CallOutput<(typeof addressChangeContract)['endpoints']['confirmAddressChange']>;

/** /confirm-address?uuid=...: one of the two links of a change of address. A button, because scanners of mailboxes open links too. */
export function ConfirmAddressPage() {
  const uuid = new URLSearchParams(window.location.search).get('uuid') ?? '';
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setAnswer(await client.confirmAddressChange({ body: { uuid } }));
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  if (uuid.length < 20)
    return (
      <PublicLayout title="This link is incomplete" text="Open it from the email again.">
        <Button size="large" block href="/app">
          Go to the app
        </Button>
      </PublicLayout>
    );
  if (answer)
    return (
      <PublicLayout
        title={answer.is_changed ? 'Your address is changed' : 'Confirmed'}
        text={
          answer.is_changed
            ? `Log in with ${answer.email} from now on.`
            : answer.waits_for === 'old'
              ? 'One more step: open the link in the email to your old address.'
              : `One more step: open the link in the email to ${answer.email}.`
        }
      >
        {answer.is_changed && (
          <Callout tone="success" role="status">
            Both addresses confirmed the change.
          </Callout>
        )}
        <Button variant="primary" size="large" block href="/app">
          Go to the app
        </Button>
      </PublicLayout>
    );
  return (
    <PublicLayout
      title="Change of email address"
      text="Confirm that this mailbox is yours and that you want to change the address you log in with."
    >
      <FormProblem text={problem} />
      <Button variant="primary" size="large" block loading={busy} onClick={() => void confirm()}>
        Confirm the change
      </Button>
    </PublicLayout>
  );
}
