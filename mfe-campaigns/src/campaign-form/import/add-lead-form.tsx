import { Button } from '@skein/ui/button';
import { Field } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { fieldError } from '@skein/ui/field-error';
import { fieldNames } from './mapping';
import type { ImportPlace } from './send-file';
import { useAddLead } from './add-lead.hooks';

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

/** Adds one lead manually; says its outcome and is ready for the next. */
export function AddLeadForm({ target }: { target: ImportPlace }) {
  const { form, register, formState, submit } = useAddLead(target);
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
