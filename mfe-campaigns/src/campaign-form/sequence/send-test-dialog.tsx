import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { emailAddress } from '@skein/contracts/address-rules';
import { problemOf } from '@skein/mfe/problem';
import { useSessionUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import {
  useFormCampaignMailboxesQuery,
  useFormMailboxChoicesQuery,
  useFormSendTestMutation,
  useFormTestMailQuery,
} from '../api';
import type { PreviewLead } from './preview-pane';

const values = z.object({
  to: emailAddress,
  mailbox: z.object({ value: z.string(), label: z.string(), detail: z.string().optional() }).nullable(),
});
type Values = z.input<typeof values>;

interface SendTestProps {
  campaignId: number;
  seqNumber: number;
  label: string;
  lead: PreviewLead | null;
  /** Saves what was typed first: a test sends what is saved. */ onBefore: () => Promise<void>;
  onClose: () => void;
}

/** Sends one step as a test and says what became of it. */
export function SendTestDialog({ campaignId, seqNumber, label, lead, onBefore, onClose }: SendTestProps) {
  const user = useSessionUser();
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [send] = useFormSendTestMutation();
  const { data: own } = useFormCampaignMailboxesQuery({ params: { campaignId } });
  const { data: all } = useFormMailboxChoicesQuery(
    { query: { limit: 200, sort: 'email' } },
    { skip: own === undefined || own.mailboxes.length > 0 },
  );
  const options = useMemo(
    (): ComboboxOption[] =>
      (own?.mailboxes.length ? own.mailboxes : (all?.rows ?? [])).map((mailbox) => ({
        value: String(mailbox.id),
        label: mailbox.from_email,
        detail: mailbox.from_name,
      })),
    [own, all],
  );
  const { register, control, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(values),
    defaultValues: { to: user?.email ?? '', mailbox: null },
  });
  const { currentData: mail, error } = useFormTestMailQuery(
    { params: { campaignId, testMailId: sent ?? '0' } },
    { skip: sent === null, pollingInterval: 1000, refetchOnMountOrArgChange: true },
  );
  const submit = handleSubmit(async ({ to, mailbox }) => {
    setProblem(null);
    setSent(null);
    try {
      await onBefore();
      const from = mailbox ?? options[0] ?? null;
      const answer = await send({
        params: { campaignId },
        body: {
          seq_number: seqNumber,
          variant_label: label,
          to,
          ...(lead ? { lead_id: lead.id } : {}),
          ...(from ? { mailbox_id: Number(from.value) } : {}),
        },
      }).unwrap();
      setSent(answer.id);
    } catch (failure) {
      setProblem(problemOf(failure).message);
    }
  });
  const waiting = sent !== null && (!mail || mail.state === 'WAITING' || mail.state === 'SENDING') && !error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Send a test of step ${seqNumber} ${label}`}
      description={`As ${lead ? lead.name || lead.email : 'an example lead'} gets it, without tracking and without unsubscribe link. It is counted nowhere.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon="send"
            loading={formState.isSubmitting || waiting}
            onClick={() => void submit()}
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
          {problem && (
            <Callout tone="danger" role="alert" title="The test was not sent.">
              {problem}
            </Callout>
          )}
          {sent && (
            <div role="status">
              {waiting && 'On its way.'}
              {error && !mail && (
                <Callout tone="warning" title="It is on its way.">
                  What became of it could not be read: {problemOf(error).message}
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
                <Callout tone="warning" title="In doubt.">
                  The connection broke before the mail server answered; it may have arrived.
                </Callout>
              )}
            </div>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
