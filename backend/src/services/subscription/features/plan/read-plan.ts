import { createClient } from '@skein/contracts/client';
import { authContract } from '@skein/contracts/main/auth.contract';
import { credentialsOf, type ServiceDeps } from '#platform/http/service-deps';

const quota = (used: number, included: number) => ({
  used,
  included,
  left: Math.max(0, included - used),
  is_exhausted: used >= included,
});

/** The plan as the main service, which owns the workspace, knows it; with what is left and until when it runs (real time). */
export async function readPlan(deps: ServiceDeps, request: Request) {
  const { plan } = await createClient(authContract, deps.callServices(credentialsOf(request))).me({});
  const endsAt = plan.subscription_detail.end_date ?? (plan.subscription_detail.is_sub ? null : plan.trial_end_date);
  return {
    plan,
    leads: quota(plan.lead_credits_used, plan.lead_credits),
    emails: quota(plan.email_credits_used, plan.email_credits),
    ends_at: endsAt,
    days_left:
      endsAt === null ? null : Math.max(0, Math.ceil((Date.parse(endsAt) - deps.realClock.now()) / 86_400_000)),
  };
}
