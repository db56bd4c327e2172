import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  largestBrandImage,
  largestBrandSide,
  largestMailLogo,
  type WhitelabelView,
} from '@skein/contracts/main/whitelabel.contract';
import { useAccess } from '@skein/mfe/access';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody, CardFoot } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Grid, Row, Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { Loading } from '@skein/ui/skeleton';
import { toasts } from '@skein/ui/toast-store';
import { SettingsLayout } from '../settings-layout';
import { ConsentClientsCard } from './consent-clients-card';
import { BrandPreview } from './brand-preview';
import { brandForm, brandNames, draftOf, proofOf, valuesOf, type BrandValues } from './brand-values';
import { ImageField } from './image-field';
import { LookFields } from './look-fields';
import { ProofPanel } from './proof-panel';
import { TextFields } from './text-fields';
import { useWhitelabel, type BrandChange } from './whitelabel.hooks';

const logoHint = `A square PNG or JPEG, ${largestBrandSide} by ${largestBrandSide} pixels and ${largestBrandImage / 1024} KB at most. Emails carry it up to ${largestMailLogo / 1024} KB.`;
const webpWarning = 'Emails and PDF reports leave this WebP logo out. Replace it with a PNG or JPEG.';

type Tools = ReturnType<typeof useWhitelabel>;

function PicturesCard({ brand, tools }: { brand: WhitelabelView; tools: Tools }) {
  return (
    <Card title="Pictures">
      <Grid $min={260} $gap={6}>
        <ImageField
          title="Logo"
          hint={logoHint}
          warning={brand.logo_type === 'image/webp' ? webpWarning : null}
          accept={['.png', '.jpg', '.jpeg']}
          url={brand.logo_url}
          onFile={(file) => void tools.sendImage('logo', file)}
          onDrop={() => void tools.dropImage('logo')}
        />
        <ImageField
          title="Favicon"
          warning={null}
          hint="Shown in the browser tab. 64 by 64 pixels is enough."
          accept={['.png', '.jpg', '.jpeg', '.webp']}
          url={brand.favicon_url}
          onFile={(file) => void tools.sendImage('favicon', file)}
          onDrop={() => void tools.dropImage('favicon')}
        />
      </Grid>
    </Card>
  );
}

/** The records that prove the host name and the sender, and what was found of them. */
function ProofCard({ brand, tools, writes }: { brand: WhitelabelView; tools: Tools; writes: boolean }) {
  const needsProof =
    (brand.domain_proof && !brand.domain_proof.verified_at) || (brand.sender_proof && !brand.sender_proof.verified_at);
  return (
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
        <Hint>Nothing is served at an address until it is proven to be yours. It is checked again every night.</Hint>
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
  );
}

function BrandForm({ brand, tools, writes }: { brand: WhitelabelView; tools: Tools; writes: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const stored = useMemo(() => valuesOf(brand), [brand]);
  const resolver = useMemo(() => zodResolver(brandForm(stored)), [stored]);
  const {
    register,
    control,
    handleSubmit,
    setValue,
    setError,
    reset,
    formState: { errors, isDirty, dirtyFields, isSubmitting },
  } = useForm<BrandValues>({ resolver, mode: 'onTouched', defaultValues: stored });
  const given = { ...stored, ...useWatch({ control }) };
  const save = handleSubmit(async (values) => {
    setProblem(null);
    const change = Object.fromEntries(
      brandNames.filter((name) => dirtyFields[name]).map((name) => [name, values[name].trim() || null]),
    ) as BrandChange;
    try {
      reset(valuesOf(await tools.save(change)));
      toasts.show({ title: 'Whitelabel saved' });
    } catch (error) {
      const { details, message } = problemOf(error);
      for (const detail of details) {
        const field = brandNames.find((name) => detail.field.endsWith(name));
        if (field) setError(field, { type: 'server', message: detail.message });
      }
      setProblem(details.length > 0 ? null : message);
    }
  });
  return (
    <>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Card title="Brand" padded={false}>
          <CardBody>
            <Grid $min={260} $gap={6}>
              <Stack $gap={4}>
                <LookFields register={register} setValue={setValue} errors={errors} given={given} />
                <TextFields
                  register={register}
                  errors={errors}
                  given={given}
                  proof={proofOf(brand)}
                  isSandbox={brand.is_sandbox}
                />
                {problem && (
                  <Callout tone="danger" role="alert">
                    {problem}
                  </Callout>
                )}
              </Stack>
              <BrandPreview draft={draftOf(given, brand)} />
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
      {writes && <PicturesCard brand={brand} tools={tools} />}
      {(brand.domain_proof || brand.sender_proof) && <ProofCard brand={brand} tools={tools} writes={writes} />}
    </>
  );
}

/** Name, colours, pictures, texts, host name and sender of an agency. */
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
