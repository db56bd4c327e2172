import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { navigateTo } from '@skein/mfe/navigation';
import type { SessionPlan } from '@skein/mfe/slices/auth';
import { Tooltip } from '@skein/ui/tooltip';
import { Pill } from './pill';

const day = 24 * 60 * 60 * 1000;
const whole = new Intl.NumberFormat('en-US');

/**
 * What is left of a trial: days, the one that has begun counted in full, and hours on the last day; null when this is
 * no trial or it is over.
 */
export function trialLeft(plan: Pick<SessionPlan, 'plan_type' | 'trial_end_date'>, now: number): string | null {
  if (plan.plan_type !== 'trial' || !plan.trial_end_date) return null;
  const left = new Date(plan.trial_end_date).getTime() - now;
  if (left <= 0) return null;
  const count = left >= day ? Math.ceil(left / day) : Math.max(1, Math.floor(left / (60 * 60 * 1000)));
  const unit = left >= day ? 'day' : 'hour';
  return `${count} ${unit}${count === 1 ? '' : 's'} of trial left`;
}

/** What the pill says and what opens behind it; null where nobody speaks of plans or credits. */
function creditsOf(plan: SessionPlan, isClient: boolean) {
  if (isClient) {
    const credits = plan.client_credits;
    if (!credits) return null;
    const { leads_used: leads, leads_assigned: most, emails_used: emails, emails_assigned: mostEmails } = credits;
    return {
      text:
        most === null
          ? `${whole.format(emails)} of ${whole.format(mostEmails ?? 0)} emails this month`
          : `${whole.format(leads)} of ${whole.format(most)} lead credits`,
      tip: `${whole.format(emails)}${mostEmails === null ? '' : ` of ${whole.format(mostEmails)}`} emails sent this month.`,
      share: most === null ? emails / Math.max(1, mostEmails ?? 1) : leads / Math.max(1, most),
      to: null,
    };
  }
  if (!speaksOfPlans(plan)) return null;
  return {
    text:
      trialLeft(plan, Date.now()) ??
      `${whole.format(plan.lead_credits_used)} of ${whole.format(plan.lead_credits)} lead credits`,
    tip: `${whole.format(plan.email_credits_used)} of ${whole.format(plan.email_credits)} emails of the ${plan.plan_type} plan sent.`,
    share: plan.lead_credits > 0 ? plan.lead_credits_used / plan.lead_credits : 0,
    to: '/app/settings/subscription',
  };
}

/** Lead credits of the plan, the days that are left of the trial, or what an agency assigned to the client. */
export function CreditsPill() {
  const plan = useSessionPlan();
  const { isClient } = useUser();
  const credits = plan && creditsOf(plan, isClient);
  if (!credits) return null;
  const { text, to } = credits;
  const share = Math.min(1, credits.share);
  const circumference = 2 * Math.PI * 5.25;
  return (
    <Tooltip content={credits.tip}>
      <Pill type="button" aria-label={text} {...(to ? { onClick: () => navigateTo(to) } : {})}>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <circle cx="7" cy="7" r="5.25" fill="none" stroke="var(--border-strong)" strokeWidth="2.5" />
          <circle
            cx="7"
            cy="7"
            r="5.25"
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2.5"
            strokeDasharray={`${circumference * share} ${circumference}`}
            transform="rotate(-90 7 7)"
          />
        </svg>
        <span>{text}</span>
      </Pill>
    </Tooltip>
  );
}
