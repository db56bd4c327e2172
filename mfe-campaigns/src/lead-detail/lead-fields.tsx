import { Fragment, useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { styled } from 'styled-components';
import { leadFields, type LeadField } from '@skein/contracts/constants';
import { leadFieldLength, type LeadZoneSource } from '@skein/contracts/main/lead-fields';
import type { LeadView } from '@skein/contracts/main/leads.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { fieldError } from '@skein/ui/field-error';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { fullInstant, zoneLabel } from '@skein/ui/instant';
import { providerNames } from '../provider-names';
import { zoneChoices } from '../campaign-form/setup/zoned-time';
import { useSaveLead } from './lead-record.hooks';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 132px minmax(0, 1fr);
  gap: var(--s-2) var(--s-3);
  & > dt {
    color: var(--muted);
  }
  & > dd {
    overflow-wrap: anywhere;
  }
  @media (max-width: 639.98px) {
    grid-template-columns: 108px minmax(0, 1fr);
  }
`;

const labels: Record<LeadField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  company_name: 'Company name',
  website: 'Website',
  linkedin_profile: 'LinkedIn profile',
  location: 'Location',
  company_url: 'Company URL',
};
type Values = Record<LeadField, string> & { custom: Record<string, string>; time_zone: string };

const zoneSources: Record<LeadZoneSource, string> = {
  GIVEN: 'set manually',
  COLUMN: 'from a time zone column',
  PLACE: 'from the location',
  PHONE: 'from the phone number',
};
const zoneText = ({ time_zone: zone, time_zone_source: source }: LeadView): string | null =>
  zone && source ? `${zoneLabel(zone)}, ${zoneSources[source]}` : null;

const valuesOf = (lead: LeadView): Values => ({
  ...(Object.fromEntries(leadFields.map((field) => [field, lead[field] ?? ''])) as Record<LeadField, string>),
  custom: Object.fromEntries(
    Object.entries(lead.custom_fields).map(([name, value]) => [
      name,
      value === null || value === undefined ? '' : String(value),
    ]),
  ),
  time_zone: lead.time_zone_source === 'GIVEN' ? (lead.time_zone ?? '') : '',
});

/** The fields of a lead, and their form: a change holds in every campaign. */
export function LeadFields({ lead }: { lead: LeadView }) {
  const access = useAccess();
  const { timeZone } = useUi();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <LeadForm lead={lead} onDone={() => setEditing(false)} />;
  const facts: [string, string | null][] = [
    ...leadFields.map((field): [string, string | null] => [labels[field], lead[field]]),
    ['Lead ESP', providerNames[lead.provider]],
    ['Time zone', zoneText(lead)],
    ...Object.entries(lead.custom_fields).map(([name, value]): [string, string | null] => [
      name,
      value === null || value === undefined || value === '' ? null : String(value),
    ]),
    ['Added', `${fullInstant(lead.created_at, timeZone)}${lead.upload ? `, from ${lead.upload.file_name}` : ''}`],
    ...(lead.aliases.length > 0
      ? [['Also replies from', lead.aliases.map((alias) => alias.email).join(', ')] as [string, string]]
      : []),
  ];
  return (
    <Card
      title="Fields"
      actions={
        access.may('lead.write') && (
          <Button ref={edit} size="small" icon="edit" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      <Facts>
        {facts.map(([name, value]) => (
          <Pair key={name} name={name} value={value} />
        ))}
      </Facts>
    </Card>
  );
}

const Pair = ({ name, value }: { name: string; value: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd>
      {/* An address that is too long breaks before its domain. */}
      {(value || '–').split(/(?=@)/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </dd>
  </>
);

function LeadForm({ lead, onDone }: { lead: LeadView; onDone: () => void }) {
  const saveLead = useSaveLead(lead.id);
  const [problem, setProblem] = useState<string | null>(null);
  const [began] = useState(() => valuesOf(lead));
  const { register, control, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    defaultValues: began,
    shouldFocusError: true,
  });
  const [zones] = useState(() => zoneChoices(new Date()));
  const [customNames] = useState(() => Object.keys(lead.custom_fields));
  useEffect(() => setFocus('first_name'), [setFocus]);
  const save = handleSubmit(async (values) => {
    setProblem(null);
    // What the form began with: a field that somebody else changed meanwhile, and nobody here, stays as it is now.
    const before = began;
    const changed = Object.fromEntries(
      leadFields
        .filter((field) => values[field] !== before[field])
        .map((field) => [field, values[field].trim() === '' ? null : values[field]]),
    );
    const custom = Object.fromEntries(
      customNames
        .filter((name) => values.custom[name] !== before.custom[name])
        .map((name) => [name, values.custom[name] ?? '']),
    );
    try {
      await saveLead({
        ...changed,
        ...(values.time_zone !== before.time_zone ? { time_zone: values.time_zone || null } : {}),
        ...(Object.keys(custom).length > 0 ? { custom_fields: custom } : {}),
      });
      toasts.show({ title: 'Lead saved' });
      onDone();
    } catch (error) {
      const { details, message } = problemOf(error);
      for (const detail of details) {
        const field = leadFields.find((name) => detail.field.endsWith(name));
        if (field) setError(field, { message: detail.message }, { shouldFocus: true });
      }
      setProblem(message);
    }
  });
  return (
    <Card title="Edit fields" padded={false}>
      <CardBody>
        <form noValidate onSubmit={(event) => void save(event)}>
          <Stack $gap={4}>
            <Grid $min={220} $gap={3}>
              {leadFields.map((field) => (
                <Field
                  key={field}
                  label={labels[field]}
                  error={fieldError(labels[field], formState.errors[field])}
                  required={field === 'email'}
                >
                  <TextInput
                    {...(field === 'email' ? { type: 'email' } : {})}
                    {...register(field, {
                      maxLength: { value: leadFieldLength, message: `can have at most ${leadFieldLength} characters` },
                      ...(field === 'email' ? { required: 'is required' } : {}),
                    })}
                  />
                </Field>
              ))}
              <Field label="Time zone" optional hint="Leave empty to use the location or phone number.">
                <Controller
                  name="time_zone"
                  control={control}
                  render={({ field }) => (
                    <Combobox
                      value={zones.find(({ value }) => value === field.value) ?? null}
                      onValueChange={(zone) => field.onChange(zone?.value ?? '')}
                      clearable
                      searchPlaceholder="Search a city or region"
                      options={zones}
                      placeholder={lead.time_zone ? (zoneText(lead) ?? '') : 'Same as the campaign'}
                    />
                  )}
                />
              </Field>
              {customNames.map((name) => (
                <Field key={name} label={name}>
                  <TextInput {...register(`custom.${name}`)} />
                </Field>
              ))}
            </Grid>
            {problem && (
              <Callout tone="danger" role="alert">
                {problem}
              </Callout>
            )}
            <Row>
              <Button type="submit" variant="primary" loading={formState.isSubmitting}>
                Save
              </Button>
              <Button onClick={onDone} disabled={formState.isSubmitting}>
                Cancel
              </Button>
            </Row>
          </Stack>
        </form>
      </CardBody>
    </Card>
  );
}
