import { useSessionUser } from '@skein/mfe/session';
import { useState, useMemo } from 'react';
import type { ComboboxOption } from '@skein/ui/combobox';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { problemOf } from '@skein/mfe/problem';
import { useAppDispatch } from '@skein/mfe/store';
import { z } from 'zod';
import { emailAddress } from '@skein/contracts/address-rules';
import type { PreviewLead } from './preview.hooks';
import {
  campaignFormApi,
  useFormSendTestMutation,
  useFormCampaignMailboxesQuery,
  useFormMailboxChoicesQuery,
  useFormTestMailQuery,
} from '../api';

const values = z.object({
  to: emailAddress,
  mailbox: z.object({ value: z.string(), label: z.string(), detail: z.string().optional() }).nullable(),
});

type Values = z.input<typeof values>;

/** What a campaign without mailboxes is tried from. */
const anyMailbox = { query: { limit: 200, sort: 'email' } } as const;

/** The mailbox that a test leaves from unless one is chosen; waits for the lists that are still on their way. */
function useFirstMailbox(campaignId: number) {
  const dispatch = useAppDispatch();
  const quietly = { subscribe: false } as const;
  return async (): Promise<number | undefined> => {
    const own = await dispatch(
      campaignFormApi.endpoints.formCampaignMailboxes.initiate({ params: { campaignId } }, quietly),
    ).unwrap();
    if (own.mailboxes[0]) return own.mailboxes[0].id;
    const any = await dispatch(campaignFormApi.endpoints.formMailboxChoices.initiate(anyMailbox, quietly)).unwrap();
    return any.rows[0]?.id;
  };
}

/** Sends a test of one step, and follows it until the mail server has answered. */
export function useSendTest({
  campaignId,
  onBefore,
  seqNumber,
  label,
  lead,
}: {
  campaignId: number;
  onBefore: () => Promise<void>;
  seqNumber: number;
  label: string;
  lead: PreviewLead | null;
}) {
  const user = useSessionUser();
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [send] = useFormSendTestMutation();
  const { data: own } = useFormCampaignMailboxesQuery({ params: { campaignId } });
  const { data: all } = useFormMailboxChoicesQuery(anyMailbox, {
    skip: own === undefined || own.mailboxes.length > 0,
  });
  const hasNoMailbox = own?.mailboxes.length === 0 && all?.total === 0;
  const findFirst = useFirstMailbox(campaignId);
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
      const from = mailbox ? Number(mailbox.value) : await findFirst();
      const answer = await send({
        params: { campaignId },
        body: {
          seq_number: seqNumber,
          variant_label: label,
          to,
          ...(lead ? { lead_id: lead.id } : {}),
          ...(from === undefined ? {} : { mailbox_id: from }),
        },
      }).unwrap();
      setSent(answer.id);
    } catch (failure) {
      setProblem(problemOf(failure).message);
    }
  });
  const waiting = sent !== null && (!mail || mail.state === 'WAITING' || mail.state === 'SENDING') && !error;
  return { problem, sent, options, hasNoMailbox, register, control, formState, mail, error, submit, waiting };
}
