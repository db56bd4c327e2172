import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { changeWhitelabelBody, type WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Field, Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { TextInput } from '@skein/ui/text-input';
import { toasts } from '@skein/ui/toast-store';
import { fieldError } from '@skein/ui/field-error';
import { SettingsLayout } from '../settings-layout';
import { ConsentClientsCard } from './consent-clients-card';
import { ContrastHint } from './contrast-hint';
import { BrandPreview } from './brand-preview';
import { ImageField } from './image-field';
import { ShapeFields } from './shape-fields';
import { ProofPanel } from './proof-panel';
import { useWhitelabel, type BrandChange } from './whitelabel.hooks';

const rules = changeWhitelabelBody.shape;
const orEmpty = (rule: z.ZodType) =>
  z.string().refine((text) => text.trim() === '' || rule.safeParse(text).success, {
    error: (issue) => rule.safeParse(issue.input).error?.issues[0]?.message ?? 'is not right',
  });
const form = z.object({
  name: orEmpty(rules.name),
  accent: orEmpty(rules.accent),
  accent_dark: orEmpty(rules.accent_dark),
  font: rules.font.unwrap(),
  radius: rules.radius.unwrap(),
  login_text: orEmpty(rules.login_text),
  domain: orEmpty(rules.domain),
  sender_name: orEmpty(rules.sender_name),
  sender_address: orEmpty(rules.sender_address),
});
type Values = z.infer<typeof form>;
const names = [
  'name',
  'accent',
  'accent_dark',
  'font',
  'radius',
  'login_text',
  'domain',
  'sender_name',
  'sender_address',
] as const;
const valuesOf = (brand: WhitelabelView): Values =>
  Object.fromEntries(names.map((name) => [name, brand[name] ?? ''])) as Values;

function BrandForm({
  brand,
  tools,
  writes,
}: {
  brand: WhitelabelView;
  tools: ReturnType<typeof useWhitelabel>;
  writes: boolean;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const {
    register,
    control,
    handleSubmit,
    setValue,
    setError,
    reset,
    formState: { errors, isDirty, dirtyFields, isSubmitting },
  } = useForm<Values>({ resolver: zodResolver(form), mode: 'onTouched', defaultValues: valuesOf(brand) });
  const given = { ...valuesOf(brand), ...useWatch({ control }) };
  const save = handleSubmit(async (values) => {
    setProblem(null);
    const change = Object.fromEntries(
      names.filter((name) => dirtyFields[name]).map((name) => [name, values[name].trim() || null]),
    ) as BrandChange;
    try {
      reset(valuesOf(await tools.save(change)));
      toasts.show({ title: 'Whitelabel saved' });
    } catch (error) {
      const { details, message } = problemOf(error);
      for (const detail of details) {
        const field = names.find((name) => detail.field.endsWith(name));
        if (field) setError(field, { type: 'server', message: detail.message });
      }
      setProblem(details.length > 0 ? null : message);
    }
  });
  const needsProof =
    (brand.domain_proof && !brand.domain_proof.verified_at) || (brand.sender_proof && !brand.sender_proof.verified_at);
  return (
    <>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Card title="Brand" padded={false}>
          <CardBody>
            <Grid $min={260} $gap={6}>
              <Stack $gap={4}>
                <Field label="Name" hint="Replaces our logo." error={fieldError('Name', errors.name)}>
                  <TextInput maxLength={60} autoComplete="organization" {...register('name')} />
                </Field>
                <Field label="Accent colour" error={fieldError('Accent colour', errors.accent)}>
                  <TextInput
                    maxLength={7}
                    placeholder="#3f4fcf"
                    spellCheck={false}
                    autoComplete="off"
                    {...register('accent')}
                  />
                </Field>
                <ContrastHint
                  accent={given.accent}
                  onTake={(colour) => setValue('accent', colour, { shouldDirty: true, shouldValidate: true })}
                />
                <Field
                  label="Accent colour in dark theme"
                  hint="Leave empty to derive it from the accent colour."
                  error={fieldError('Accent colour in dark theme', errors.accent_dark)}
                >
                  <TextInput
                    maxLength={7}
                    placeholder="#8f9bff"
                    spellCheck={false}
                    autoComplete="off"
                    {...register('accent_dark')}
                  />
                </Field>
                <ShapeFields
                  font={given.font}
                  radius={given.radius}
                  onFont={(font) => setValue('font', font, { shouldDirty: true })}
                  onRadius={(radius) => setValue('radius', radius, { shouldDirty: true })}
                />
                <Field
                  label="Login page text"
                  hint="One sentence below the title."
                  error={fieldError('Login page text', errors.login_text)}
                >
                  <TextInput maxLength={160} placeholder="Your campaigns and replies." {...register('login_text')} />
                </Field>
                <Field
                  label="Host name"
                  hint="Where your clients log in."
                  error={fieldError('Host name', errors.domain)}
                >
                  <TextInput
                    placeholder={brand.is_sandbox ? 'agency.localhost' : 'app.agency.com'}
                    spellCheck={false}
                    autoComplete="off"
                    {...register('domain')}
                  />
                </Field>
                <Field
                  label="Sender name"
                  hint="From name of emails to clients."
                  error={fieldError('Sender name', errors.sender_name)}
                >
                  <TextInput maxLength={60} autoComplete="off" {...register('sender_name')} />
                </Field>
                <Field label="Sender address" error={fieldError('Sender address', errors.sender_address)}>
                  <TextInput
                    type="email"
                    autoComplete="off"
                    placeholder="hello@agency.com"
                    {...register('sender_address')}
                  />
                </Field>
                {problem && (
                  <Callout tone="danger" role="alert">
                    {problem}
                  </Callout>
                )}
              </Stack>
              <BrandPreview
                name={given.name.trim() || given.domain.trim()}
                accent={given.accent.trim().toLowerCase() || '#3f4fcf'}
                accentDark={given.accent_dark.trim().toLowerCase() || null}
                font={given.font}
                radius={given.radius}
                text={given.login_text.trim()}
                logo={brand.logo_url}
              />
            </Grid>
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
              {...(!writes
                ? { disabledReason: 'Comes with the Pro plan' }
                : isDirty
                  ? {}
                  : { disabledReason: 'Nothing was changed' })}
            >
              Save
            </Button>
          </CardFoot>
        </Card>
      </form>
      {writes && (
        <Card title="Pictures">
          <Grid $min={260} $gap={6}>
            <ImageField
              title="Logo"
              hint="A square PNG, JPEG or WebP, 512 KB at most."
              url={brand.logo_url}
              onFile={(file) => void tools.sendImage('logo', file)}
              onDrop={() => void tools.dropImage('logo')}
            />
            <ImageField
              title="Favicon"
              hint="Shown in the browser tab. 64 by 64 pixels is enough."
              url={brand.favicon_url}
              onFile={(file) => void tools.sendImage('favicon', file)}
              onDrop={() => void tools.dropImage('favicon')}
            />
          </Grid>
        </Card>
      )}
      {(brand.domain_proof || brand.sender_proof) && (
        <Card
          title="Proof by DNS"
          actions={
            writes && (
              <Row $gap={2}>
                {brand.is_sandbox && needsProof && (
                  <Button size="small" onClick={() => void tools.publishInSandbox()}>
                    Set in the sandbox’s DNS
                  </Button>
                )}
                <Button size="small" icon="refresh" loading={tools.isVerifying} onClick={() => void tools.verify()}>
                  Look up now
                </Button>
              </Row>
            )
          }
        >
          <Stack $gap={4}>
            <Hint>
              Nothing is served at an address until it is proven to be yours. It is checked again every night.
            </Hint>
            {brand.domain_proof && (
              <ProofPanel title={`Host name ${brand.domain}`} proof={brand.domain_proof} target={brand.target} />
            )}
            {brand.sender_proof && <ProofPanel title={`Sender ${brand.sender_address}`} proof={brand.sender_proof} />}
            {brand.login_url && (
              <Hint>
                Your clients log in at{' '}
                <Link href={brand.login_url} target="_blank" rel="noreferrer">
                  {brand.login_url}
                </Link>
                .
              </Hint>
            )}
          </Stack>
        </Card>
      )}
    </>
  );
}

/** Name, colour, pictures, host name and sender of an agency. */
export function WhitelabelPage() {
  const access = useAccess();
  const tools = useWhitelabel();
  const refusal = access.refusal({ feature: 'client-views' });
  return (
    <SettingsLayout page="whitelabelled-client">
      {refusal && (
        <Callout tone="info" title="Whitelabel comes with the Pro plan">
          {refusal.unlock} What you have set is kept.
        </Callout>
      )}
      {tools.problem && (
        <Callout
          tone="danger"
          role="alert"
          title="The brand could not be loaded."
          actions={
            <Button size="small" onClick={tools.problem.onRetry}>
              Try again
            </Button>
          }
        >
          {tools.problem.message}
        </Callout>
      )}
      {!tools.brand && !tools.problem && <Loading label="Loading the brand" />}
      {tools.brand && <BrandForm brand={tools.brand} tools={tools} writes={!refusal} />}
      <ConsentClientsCard />
    </SettingsLayout>
  );
}
