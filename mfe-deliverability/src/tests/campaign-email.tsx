import { Callout } from '@skein/ui/callout';
import { Combobox } from '@skein/ui/combobox';
import { Field } from '@skein/ui/field';
import { Select } from '@skein/ui/select';
import { SubLine } from '@skein/ui/text';
import type { CampaignEmail } from '../placement.hooks';

/** Chooses the step that a test sends, and shows it as a lead gets it. */
export function CampaignEmailFields({ email }: { email: CampaignEmail }) {
  const { campaign, choose, find, steps, step, chooseStep, hasNoEmail, preview, problem } = email;
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
      {campaign && !hasNoEmail && (
        <Field
          label="Step and variant"
          hint="Sent as the first lead gets it, with the signature of the first mailbox below."
        >
          <Select value={step?.value ?? null} onValueChange={chooseStep} options={steps} placeholder="Choose a step" />
        </Field>
      )}
      {hasNoEmail && (
        <Callout tone="warning">
          This campaign has no email step yet. Write one in its sequence, or choose another campaign.
        </Callout>
      )}
      {problem && (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {preview && (
        <section aria-label="Email of the step">
          <b>{preview.subject || '(no subject)'}</b>
          <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 'var(--s-2) 0' }}>{preview.text}</p>
          <SubLine style={{ whiteSpace: 'normal' }}>
            {preview.lead
              ? `As ${preview.lead.email} gets it`
              : 'The campaign has no lead: fields keep their fallbacks'}
            {preview.missing.length > 0 &&
              `. Empty for this lead: ${preview.missing.map(({ name }) => name).join(', ')}`}
          </SubLine>
        </section>
      )}
    </>
  );
}
