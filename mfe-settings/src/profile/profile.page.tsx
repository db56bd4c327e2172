import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { timeZone as timeZoneRule } from '@skein/contracts/schemas';
import { problemOf } from '@skein/mfe/problem';
import { useUser } from '@skein/mfe/session';
import { Avatar } from '@skein/ui/avatar';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Combobox, type ComboboxOption } from '@skein/ui/combobox';
import { Field, Hint } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { knownZones, zoneLabel } from '@skein/ui/instant';
import { SettingsLayout } from '../settings-layout';
import { AddressCard } from './address-card';
import { AiKeyLink } from './ai-key-link';
import { PictureField } from './picture-field';
import { useChangePreferences } from './use-preferences';

const form = z.object({
  name: z.string().trim().min(1, 'is required').max(120, 'can have at most 120 characters'),
  designation: z.string().trim().max(120, 'can have at most 120 characters'),
  time_zone: z.union([timeZoneRule, z.literal('')]),
});

const valuesOf = (user: { name: string; designation: string | null; time_zone: string | null }) => ({
  name: user.name,
  designation: user.designation ?? '',
  time_zone: user.time_zone ?? '',
});

const roleWords = {
  OWNER: 'Owner',
  ADMIN_ACCESS: 'Administrator',
  FULL_MEMBER_ACCESS: 'Member',
  LIMITED_FULL_MEMBER_ACCESS: 'Member, cannot delete',
  VIEW_ONLY_ACCESS: 'View only',
} as const;

/** Name, designation and time zone of the person. */
export function ProfilePage() {
  const user = useUser();
  const change = useChangePreferences();
  const [problem, setProblem] = useState<string | null>(null);
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = useMemo<ComboboxOption[]>(
    () => [
      { value: '', label: `This browser’s (${zoneLabel(browserZone)})` },
      ...knownZones().map((zone) => ({ value: zone, label: zoneLabel(zone) })),
    ],
    [browserZone],
  );
  const {
    register,
    control,
    handleSubmit,
    reset,
    setError,
    formState: { errors, isDirty, isSubmitting },
  } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: valuesOf(user),
  });
  const save = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const changed = await change({
        name: values.name,
        designation: values.designation || null,
        time_zone: values.time_zone === '' ? null : values.time_zone,
      });
      reset(valuesOf(changed));
      toasts.show({ title: 'Profile saved' });
    } catch (error) {
      const { details, message } = problemOf(error);
      for (const detail of details)
        if (detail.field === 'name' || detail.field === 'designation' || detail.field === 'time_zone')
          setError(detail.field, { type: 'server', message: detail.message });
      setProblem(details.length > 0 ? null : message);
    }
  });
  return (
    <SettingsLayout page="profile">
      <form noValidate onSubmit={(event) => void save(event)}>
        <Card title="Profile" padded={false}>
          <CardBody>
            <Stack $gap={4}>
              <Row $gap={3}>
                <Avatar name={user.name || user.email} src={user.profile_pic_url} size="large" />
                <div>
                  <Text as="div" $weight="medium">
                    {user.email}
                  </Text>
                  <Hint>
                    {user.isClient ? 'Client' : roleWords[user.role]} of {user.workspace.name}
                  </Hint>
                </div>
              </Row>
              <PictureField />
              <Field label="Name" error={fieldError('Name', errors.name)}>
                <TextInput autoComplete="name" maxLength={120} {...register('name')} />
              </Field>
              <Field label="Designation" optional error={fieldError('Designation', errors.designation)}>
                <TextInput autoComplete="organization-title" maxLength={120} {...register('designation')} />
              </Field>
              <Controller
                control={control}
                name="time_zone"
                render={({ field }) => (
                  <Field
                    label="Time zone"
                    hint="Used for dates on every screen. Campaigns and mailboxes keep their own."
                    error={fieldError('Time zone', errors.time_zone)}
                  >
                    <Combobox
                      options={zones}
                      value={
                        zones.find((zone) => zone.value === field.value) ?? {
                          value: field.value,
                          label: zoneLabel(field.value),
                        }
                      }
                      onValueChange={(zone) => field.onChange(zone?.value ?? '')}
                      searchPlaceholder="City or zone"
                    />
                  </Field>
                )}
              />
              {problem && (
                <Callout tone="danger" role="alert">
                  {problem}
                </Callout>
              )}
            </Stack>
          </CardBody>
          <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
            {isDirty && (
              <Button variant="ghost" onClick={() => reset()}>
                Undo changes
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              loading={isSubmitting}
              {...(isDirty ? {} : { disabledReason: 'Nothing was changed' })}
            >
              Save
            </Button>
          </CardFoot>
        </Card>
      </form>
      <AddressCard />
      <AiKeyLink />
    </SettingsLayout>
  );
}
