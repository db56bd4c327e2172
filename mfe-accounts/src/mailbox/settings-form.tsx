import { useEffect, useState, type ReactNode } from 'react';
import { FormProvider, useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { updateMailboxBody } from '@skein/contracts/main/mailboxes.contract';
import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import { problemOf } from '@skein/mfe/problem';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { Stack } from '@skein/ui/layout';
import { toasts } from '@skein/ui/toast-store';
import { fieldOf, type ConnectionForm } from '../connect/connection-form';
import { formOf } from '../connect/reconnect-body';
import { useUpdateMailbox } from './mailbox.hooks';
import { SaveFoot } from './save-foot';
import { settingsChange, type SettingField } from './settings-change';

/** The form as the mailbox's settings stand. */
const valuesOf = (mailbox: MailboxView): ConnectionForm => ({
  ...formOf(mailbox),
  message_per_day: mailbox.message_per_day,
  min_time_to_wait_minutes: mailbox.min_time_to_wait_minutes,
  time_zone: mailbox.time_zone,
  signature: mailbox.signature ?? '',
  different_reply_to_address: mailbox.different_reply_to_address ?? '',
  bcc_email: mailbox.bcc_email ?? '',
  custom_tracking_domain: mailbox.custom_tracking_domain ?? '',
});

/** A card with some of a mailbox's settings and its own Save; only what was changed is sent. */
export function SettingsForm({
  title,
  mailbox,
  fields,
  children,
}: {
  title: string;
  mailbox: MailboxView;
  fields: readonly SettingField[];
  children: ReactNode;
}) {
  const { update } = useUpdateMailbox(mailbox.id);
  const [problem, setProblem] = useState<string | null>(null);
  const resolver: Resolver<ConnectionForm> = (values) => {
    const parsed = updateMailboxBody.safeParse(settingsChange(values, mailbox, fields));
    const errors = Object.fromEntries(
      (parsed.success ? [] : parsed.error.issues).map((issue) => [
        String(issue.path[0]),
        {
          type: 'contract',
          message:
            values[issue.path[0] as SettingField] === null || values[issue.path[0] as SettingField] === ''
              ? 'is required'
              : issue.message,
        },
      ]),
    ) as FieldErrors<ConnectionForm>;
    return parsed.success ? { values, errors: {} } : { values: {}, errors };
  };
  const form = useForm<ConnectionForm>({ resolver, mode: 'onTouched', defaultValues: valuesOf(mailbox) });
  const {
    formState: { isDirty, isSubmitting },
    reset,
    setError,
  } = form;
  // What changed elsewhere is taken over, unless somebody is typing here.
  useEffect(() => {
    if (!isDirty) reset(valuesOf(mailbox));
  }, [mailbox, isDirty, reset]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const save = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      reset(valuesOf(await update(settingsChange(values, mailbox, fields))));
      toasts.show({ title: `${title} saved` });
    } catch (error) {
      const { details, message } = problemOf(error);
      const placed = details.flatMap((detail) => {
        const field = fieldOf(detail.field, values);
        return field ? [{ field, message: detail.message }] : [];
      });
      placed.forEach((each, index) =>
        setError(each.field, { type: 'server', message: each.message }, { shouldFocus: index === 0 }),
      );
      setProblem(placed.length > 0 ? null : message);
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Card title={title} padded={false}>
          <CardBody>
            <Stack $gap={4}>
              {children}
              {problem && (
                <Callout tone="danger" role="alert">
                  {problem}
                </Callout>
              )}
            </Stack>
          </CardBody>
          <SaveFoot isDirty={isDirty} isGood isSaving={isSubmitting} onUndo={() => reset(valuesOf(mailbox))} />
        </Card>
      </form>
    </FormProvider>
  );
}
