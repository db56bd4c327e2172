import { z } from 'zod';
import { emailAddress } from '../address-rules';
import { secondFactor } from '../sign-in-rules';
import { permissions, roles } from '../permissions';
import { planTypes } from '../constants';
import { instant } from '../schemas';

/** The person as the browser knows it (docs/domain.md, Users and sessions). Secrets never stand here. */
export const userView = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.string(),
  designation: z.string().nullable(),
  profile_pic_url: z.string().nullable(),
  is_email_verified: z.boolean(),
  has_onboarding_completed: z.boolean(),
  onboarding_stage: z.number().int(),
  show_guidance: z.boolean(),
  isClient: z.boolean(),
  isTeamMember: z.boolean(),
  user_id: z.number().int().nullable(),
  time_zone: z.string().nullable(),
  ui_permissions: z.array(z.enum(permissions)),
  client_permissions: z
    .object({ permission: z.array(z.string()), retricted_category: z.array(z.number().int()) })
    .nullable(),
  workspace: z.object({
    id: z.number().int(),
    name: z.string(),
    is_demo: z.boolean(),
    /** Whom a team member asks about the plan; null for the owner, and for clients. */
    owner_name: z.string().nullable(),
  }),
  /** Runs this installation: sees the operator pages. */
  is_operator: z.boolean(),
});

export type UserView = z.output<typeof userView>;

/** Current plan (docs/domain.md) with what is used of it. */
export const planView = z.object({
  plan_type: z.enum(planTypes),
  /** This installation runs without plans: everything is unlocked and nothing ends. */
  is_unlimited: z.boolean(),
  /** Whom the owner asks for a plan: an email address or a web address; null where none is set, and for clients. */
  contact: z.string().nullable(),
  trial_start_date: instant.nullable(),
  trial_end_date: instant.nullable(),
  subscription_detail: z.object({ is_sub: z.boolean(), end_date: instant.nullable() }),
  /** A payment failed, and everything works until then; null for all but the owner. */
  payment_works_until: instant.nullable(),
  lead_credits_used: z.number().int(),
  lead_credits: z.number().int(),
  email_credits_used: z.number().int(),
  email_credits: z.number().int(),
  /** What their agency assigned to a client, and what of it is used; null for others, and without any. */
  client_credits: z
    .object({
      leads_used: z.number().int(),
      leads_assigned: z.number().int().nullable(),
      emails_used: z.number().int(),
      emails_assigned: z.number().int().nullable(),
    })
    .nullable(),
  new_feature_access: z.object({
    linkedinAccessAllowed: z.boolean(),
    smart_delivery: z.boolean(),
    global_analytics_access: z.boolean(),
    smart_senders: z.boolean(),
    smart_servers: z.boolean(),
  }),
});

export const sessionView = z.object({ token: z.string(), expires_at: instant, user: userView, plan: planView });

const step = z.enum(['COMPLETED', 'PENDING']);

/** The four first steps of a workspace (docs/domain.md, Lists and limits). */
export const getStartedView = z.object({
  total_steps_completed: z.number().int(),
  percent: z.number().int(),
  added_first_email_account: step,
  enabled_warmup_optimisation: step,
  created_first_campaign: step,
  launched_first_campaign: step,
});

/** Either a session, or a request for the one-time code, or (unverified) only id, isEmailVerified and token. */
export const loginAnswer = z.object({
  requiresOTP: z.boolean(),
  token: z.string().nullable(),
  expires_at: instant.nullable(),
  user: userView.nullable(),
  plan: planView.nullable(),
  id: z.number().int().nullable(),
  isEmailVerified: z.boolean().nullable(),
});

/** What a person said in the five steps; every answer may be left out. */
export const onboardingAnswers = z
  .object({
    role: z.string().trim().max(80),
    goal: z.string().trim().max(80),
    company: z.string().trim().max(160),
    website: z.string().trim().max(200),
    company_size: z.string().trim().max(40),
  })
  .partial();

export type OnboardingAnswers = z.output<typeof onboardingAnswers>;

export const credentials = z.object({
  email: emailAddress,
  password: z.string().min(1, 'is required').max(200),
  otp: secondFactor.optional(),
});
