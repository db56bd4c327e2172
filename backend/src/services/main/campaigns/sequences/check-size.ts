import { emailLimits } from '@skein/contracts/email-texts';
import type { StepInput } from '@skein/contracts/main/sequence-views';
import { invalidField } from '#platform/http/skein-error';

/**
 * Refuses steps whose texts together are more than anybody writes: each single one is bounded, but there may be 50
 * steps of 26 variants, and whoever opens, reviews or launches the campaign later has all of them read.
 * @throws SkeinError VALIDATION
 */
export function checkSize(steps: readonly StepInput[]): void {
  const size = steps
    .flatMap((step) => step.variants)
    .reduce((sum, variant) => sum + variant.subject.length + variant.email_body.length, 0);
  if (size > emailLimits.sequence)
    throw invalidField(
      'steps',
      `can have at most ${whole.format(emailLimits.sequence)} characters across all emails and have ${whole.format(size)}. Shorten some or remove variants`,
    );
}

const whole = new Intl.NumberFormat('en-US');
