import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { createClientBody } from '@skein/contracts/main/clients.contract';
import { navigateTo } from '@skein/mfe/navigation';
import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { PasswordInput } from '@skein/ui/password-input';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { FeeLine } from '../fees';
import { ClientFields, type ClientChoices } from './client-fields';
import { useCreateClient } from './clients.hooks';

const { name, email, password } = createClientBody.shape;
const form = z.object({ name, email, password: z.union([z.literal(''), password.unwrap()]) });

/** /app/client-view/new-client */
export function NewClientPage() {
  usePage([{ label: 'Client views', to: '/app/client-views' }, { label: 'New client' }]);
  const create = useCreateClient();
  const [choices, setChoices] = useState<ClientChoices>({
    permission: ['reply_master_inbox'],
    retricted_category: [],
    campaigns: [],
  });
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<z.input<typeof form>>({
    resolver: zodResolver(form),
    mode: 'onTouched',
    defaultValues: { name: '', email: '', password: '' },
  });
  const save = handleSubmit(async (values) => {
    setProblem(null);
    try {
      const made = await create({
        name: values.name,
        email: values.email,
        permission: choices.permission,
        retricted_category: choices.retricted_category,
        campaign_ids: choices.campaigns.map((option) => Number(option.value)),
        ...(values.password ? { password: values.password } : {}),
      });
      toasts.show({
        title: `${made.name} is a client`,
        text: values.password
          ? `A link to confirm the address is on its way to ${made.email}. Then the password works.`
          : `A link to set a password is on its way to ${made.email}.`,
      });
      navigateTo(`/app/client-views/${made.id}`);
    } catch (error) {
      const { details, message } = problemOf(error);
      const known = details.filter((detail) => /(^|\.)(name|email|password)$/.test(detail.field));
      for (const detail of known)
        setError(
          detail.field.replace(/^.*\./, '') as 'name',
          { type: 'server', message: detail.message },
          { shouldFocus: true },
        );
      setProblem(known.length > 0 ? null : message);
    }
  });
  return (
    <>
      <PageHeader title="New client" />
      <PageBody $well>
        <form noValidate onSubmit={(event) => void save(event)} style={{ maxWidth: 760, width: '100%' }}>
          <Card title="Client" padded={false}>
            <CardBody>
              <Stack $gap={4}>
                <Field label="Name" error={fieldError('Name', errors.name)}>
                  <TextInput autoFocus maxLength={120} autoComplete="off" {...register('name')} />
                </Field>
                <Field label="Email" hint="The client logs in with it." error={fieldError('Email', errors.email)}>
                  <TextInput type="email" autoComplete="off" {...register('email')} />
                </Field>
                <Field
                  label="Password"
                  optional
                  hint="Works once the client confirms the address by email. Leave empty to email them a link to set a password."
                  error={fieldError('Password', errors.password)}
                >
                  <PasswordInput autoComplete="new-password" {...register('password')} />
                </Field>
                <ClientFields value={choices} onChange={setChoices} />
                <FeeLine kind="client" />
                {problem && (
                  <Callout tone="danger" role="alert">
                    {problem}
                  </Callout>
                )}
              </Stack>
            </CardBody>
            <CardFoot style={{ justifyContent: 'flex-end', minHeight: 48 }}>
              <Button href="/app/client-views" variant="ghost">
                Cancel
              </Button>
              <Button type="submit" variant="primary" loading={isSubmitting}>
                Create client
              </Button>
            </CardFoot>
          </Card>
        </form>
      </PageBody>
    </>
  );
}
