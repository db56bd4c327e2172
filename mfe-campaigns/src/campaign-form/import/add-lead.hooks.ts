import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { zodResolver } from '@hookform/resolvers/zod';
import { outcomeTexts, type UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import { toasts } from '@skein/ui/toast-store';
import { problemOf } from '@skein/mfe/problem';
import { leadFieldLength } from '@skein/contracts/main/lead-fields';
import { emailAddress } from '@skein/contracts/address-rules';
import { leadFields } from '@skein/contracts/constants';
import { keepInTab, readKept } from '@skein/mfe/kept-in-tab';
import { placeOf, type ImportPlace } from './send-file';
import { useFormAddLeadsMutation } from '../api';
import { useLeadListAddMutation } from '../../leads/api';

const text = z.string().trim().max(leadFieldLength, `can have at most ${leadFieldLength} characters`);

export const lead = z.object({
  email: emailAddress,
  first_name: text,
  last_name: text,
  company_name: text,
  phone_number: text,
  website: text,
  location: text,
  linkedin_profile: text,
  company_url: text,
});

const nothing = Object.fromEntries(leadFields.map((field) => [field, ''])) as z.input<typeof lead>;

const typed = z.partialRecord(z.enum(leadFields), z.string());

/** Adds one lead to a campaign or a list; the form is empty again after each. A reload keeps what is typed. */
export function useAddLead(target: ImportPlace) {
  const [addLeads] = useFormAddLeadsMutation();
  const [addToList] = useLeadListAddMutation();
  const form = useRef<HTMLFormElement>(null);
  const place = `${placeOf(target)}-lead`;
  const { register, handleSubmit, reset, setError, setFocus, subscribe, formState } = useForm<z.input<typeof lead>>({
    resolver: zodResolver(lead),
    defaultValues: { ...nothing, ...typed.safeParse(readKept(place)).data },
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepInTab(place, values) }),
    [subscribe, place],
  );
  const submit = handleSubmit(async (values) => {
    try {
      const { email, ...rest } = values;
      const body = {
        leads: [{ email, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) }],
      };
      const answer = await (
        'campaign_id' in target
          ? addLeads({ params: { campaignId: target.campaign_id }, body })
          : addToList({ params: { listId: target.list_id }, body })
      ).unwrap();
      const row = answer.outcomes[0];
      const isIn = row?.outcome === 'IMPORTED_NEW' || row?.outcome === 'UPDATED_EXISTING';
      if (!isIn) {
        setError(
          'email',
          {
            type: 'server',
            message: `${outcomeTexts[row?.outcome as UploadOutcome] ?? 'Left out'}${row?.reason ? `: ${row.reason}` : ''}`,
          },
          { shouldFocus: true },
        );
        return;
      }
      toasts.show({
        title: `${email} is in the ${'campaign_id' in target ? 'campaign' : 'list'}`,
        text: outcomeTexts[row.outcome as UploadOutcome],
      });
      reset(nothing);
      keepInTab(place, null);
      setTimeout(() => setFocus('email'));
    } catch (error) {
      const problem = problemOf(error);
      setError(
        'email',
        { type: 'server', message: problem.details[0]?.message ?? problem.message },
        { shouldFocus: true },
      );
    }
  });
  return { form, register, formState, submit };
}
