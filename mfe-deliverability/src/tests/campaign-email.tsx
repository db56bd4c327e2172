import { Callout } from '@skein/ui/callout';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Select } from '@skein/ui/select';
import { SubLine } from '@skein/ui/text';
import type { CampaignEmail } from './campaign-email.hooks';

/** Chooses the step that a test sends, and shows it as a lead gets it. */
export function CampaignEmailFields({ email }: { email: CampaignEmail }) {
  const { campaign, choose, find, steps, step, chooseStep, hasNoEmail, preview, isLoading, problem } = email;
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
        <Field
          label="Step and variant"
          hint="Personalized for the first lead, with the signature of the first mailbox you select."
        >
          <Select value={step.value} onValueChange={chooseStep} options={steps} />
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
