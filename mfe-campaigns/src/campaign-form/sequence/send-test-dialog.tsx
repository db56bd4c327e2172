import { Controller } from 'react-hook-form';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import type { PreviewLead } from './preview.hooks';
import { useSendTest } from './send-test.hooks';
import { TestOutcome } from './test-outcome';

interface SendTestProps {
  campaignId: number;
  seqNumber: number;
  label: string;
  lead: PreviewLead | null;
  /** Saves what was typed first: a test sends what is saved. */ onBefore: () => Promise<void>;
  onClose: () => void;
}

/** Where a mailbox is connected, and from where one comes back to this step. */
const connectAddress = (): string =>
  `/app/email-accounts/creation-page/gmail?back=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`;

/** Sends one step as a test and says what became of it. */
export function SendTestDialog({ campaignId, seqNumber, label, lead, onBefore, onClose }: SendTestProps) {
  const { problem, sent, options, hasNoMailbox, register, control, formState, mail, error, submit, waiting } =
    useSendTest({ campaignId, onBefore, seqNumber, label, lead });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Send a test of step ${seqNumber} ${label}`}
      description={`As ${lead ? lead.name || lead.email : 'an example lead'} gets it, without tracking or an unsubscribe link. It isn’t counted anywhere.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon="send"
            loading={formState.isSubmitting || waiting}
            onClick={() => void submit()}
            {...(hasNoMailbox ? { disabledReason: 'Connect a mailbox first' } : {})}
          >
            {sent && !waiting ? 'Send again' : 'Send test'}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          void submit(event);
        }}
      >
        <Stack $gap={4}>
          <Field label="To" error={fieldError('To', formState.errors.to)}>
            <TextInput type="email" autoComplete="email" {...register('to')} />
          </Field>
          <Controller
            control={control}
            name="mailbox"
            render={({ field }) => (
              <Field label="From">
                <Combobox
                  options={options}
                  value={(field.value ?? options[0] ?? null) as ComboboxOption | null}
                  onValueChange={field.onChange}
                  placeholder="Choose a mailbox"
                />
              </Field>
            )}
          />
          {hasNoMailbox && (
            <Callout
              tone="warning"
              title="No mailbox is connected."
              actions={
                <Button size="small" href={connectAddress()}>
                  Connect a mailbox
                </Button>
              }
            >
              A test is sent from one of your mailboxes.
            </Callout>
          )}
          {problem && (
            <Callout tone="danger" role="alert" title="The test was not sent.">
              {problem}
            </Callout>
          )}
          {sent && <TestOutcome waiting={waiting} error={error} mail={mail} />}
        </Stack>
      </form>
    </Dialog>
  );
}
