import { Callout } from '@skein/ui/callout';
import { Checkbox } from '@skein/ui/checkbox';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Row, Stack } from '@skein/ui/layout';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Select } from '@skein/ui/select';
import { SubLine, Text } from '@skein/ui/text';
import type { CampaignEmail } from './campaign-email.hooks';

/** Chooses the step that a test sends, and shows it as a lead gets it. */
export function CampaignEmailFields({ email }: { email: CampaignEmail }) {
  const { campaign, choose, find, steps, step, chooseStep, hasNoEmail, preview, isLoading, problem } = email;
  const several = email.variants.length > 1;
  return (
    <>
      <Field label="Campaign">
        <Combobox
          options={find}
          value={campaign}
          onValueChange={choose}
          placeholder="Choose a campaign"
          searchPlaceholder="Search campaigns"
        />
      </Field>
      {step && (
        <Field label="Step" hint="Personalized for the first lead, with the signature of the first mailbox you select.">
          <Select value={step.value} onValueChange={chooseStep} options={steps} />
        </Field>
      )}
      {step && step.variants.length > 1 && (
        <Stack $gap={2} role="group" aria-label="Variants">
          <Text $weight="medium">Variants</Text>
          <Row $wrap $gap={4}>
            {step.variants.map(({ id, label, subject }) => (
              <Checkbox
                key={id}
                label={subject === '' ? `Variant ${label}` : `${label}: ${subject}`}
                checked={email.variants.some((each) => each.id === id)}
                onCheckedChange={() => email.toggle(id)}
              />
            ))}
          </Row>
          <SubLine style={{ whiteSpace: 'normal' }}>
            Seeds get them in turn, so each variant has its own result.
          </SubLine>
        </Stack>
      )}
      {several && email.shown && (
        <Field label="Preview">
          <Select
            value={String(email.shown.id)}
            onValueChange={(value) => email.show(Number(value))}
            options={email.variants.map(({ id, label }) => ({ value: String(id), label: `Variant ${label}` }))}
          />
        </Field>
      )}
      {hasNoEmail && (
        <Callout tone="warning">
          This campaign has no email steps yet. Add one to its sequence, or choose another campaign.
        </Callout>
      )}
      {problem && (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {isLoading && !preview && (
        <Loading label="Loading the email">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {preview && (
        <section aria-label="Step preview">
          <b>{preview.subject || '(no subject)'}</b>
          <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 'var(--s-2) 0' }}>{preview.text}</p>
          <SubLine style={{ whiteSpace: 'normal' }}>
            {preview.lead
              ? `Shown as sent to ${preview.lead.email}`
              : 'The campaign has no leads yet, so merge fields show their fallbacks'}
            {preview.missing.length > 0 &&
              `. Missing for this lead: ${preview.missing.map(({ name }) => name).join(', ')}`}
          </SubLine>
        </section>
      )}
    </>
  );
}
