import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { navigateTo } from '@skein/mfe/navigation';
import type { SessionPlan } from '@skein/mfe/slices/auth';
import { Tooltip } from '@skein/ui/tooltip';
import { Pill } from './pill';

const day = 24 * 60 * 60 * 1000;
const whole = new Intl.NumberFormat('en-US');

/** What is left of a trial: days, the one that has begun counted in full, and hours on the last day; null when this is no trial or it is over. */
export function trialLeft(plan: Pick<SessionPlan, 'plan_type' | 'trial_end_date'>, now: number): string | null {
  if (plan.plan_type !== 'trial' || !plan.trial_end_date) return null;
  const left = new Date(plan.trial_end_date).getTime() - now;
  if (left <= 0) return null;
  const count = left >= day ? Math.ceil(left / day) : Math.max(1, Math.floor(left / (60 * 60 * 1000)));
  const unit = left >= day ? 'day' : 'hour';
  return `${count} ${unit}${count === 1 ? '' : 's'} of trial left`;
}

/** Lead credits of the plan, or the days that are left of the trial. */
export function CreditsPill() {
  const plan = useSessionPlan();
  const { isClient } = useUser();
  if (!plan || isClient || !speaksOfPlans(plan)) return null;
  const trial = trialLeft(plan, Date.now());
  const share = plan.lead_credits > 0 ? Math.min(1, plan.lead_credits_used / plan.lead_credits) : 0;
  const text = trial ?? `${whole.format(plan.lead_credits_used)} of ${whole.format(plan.lead_credits)} lead credits`;
  const circumference = 2 * Math.PI * 5.25;
  return (
    <Tooltip
      content={`${whole.format(plan.email_credits_used)} of ${whole.format(plan.email_credits)} mails of the ${plan.plan_type} plan are used.`}
    >
      <Pill type="button" aria-label={text} onClick={() => navigateTo('/app/settings/subscription')}>
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
