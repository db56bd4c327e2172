import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { emailAddress } from '@skein/contracts/address-rules';
import { leadFields } from '@skein/contracts/constants';
import { leadFieldLength } from '@skein/contracts/main/lead-fields';
import { outcomeTexts, type UploadOutcome } from '@skein/contracts/main/upload-outcomes';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { useFormAddLeadsMutation } from '../api';
import { useLeadListAddMutation } from '../../leads/api';
import { fieldNames } from './mapping';
import type { ImportPlace } from './send-file';

const text = z.string().trim().max(leadFieldLength, `may have at most ${leadFieldLength} characters`);
const lead = z.object({
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
const order = [
  'email',
  'first_name',
  'last_name',
  'company_name',
  'phone_number',
  'location',
  'website',
  'linkedin_profile',
  'company_url',
] as const;

/** Adds one lead by hand; says its outcome and is ready for the next. */
export function AddLeadForm({ target }: { target: ImportPlace }) {
  const [addLeads] = useFormAddLeadsMutation();
  const [addToList] = useLeadListAddMutation();
  const form = useRef<HTMLFormElement>(null);
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm<z.input<typeof lead>>({
    resolver: zodResolver(lead),
    defaultValues: nothing,
  });
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
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack $gap={4}>
        <Grid $min={220} $gap={3}>
          {order.map((name) => (
            <Field
              key={name}
              label={fieldNames[name]}
              required={name === 'email'}
              error={fieldError(fieldNames[name], formState.errors[name])}
            >
              <TextInput {...register(name)} autoComplete="off" {...(name === 'email' ? { type: 'email' } : {})} />
            </Field>
          ))}
        </Grid>
        <Row>
          <Button type="submit" icon="plus" loading={formState.isSubmitting}>
            Add lead
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
