import { permissionsOf, type Role } from '@skein/contracts/permissions';
import type { Subject } from '@skein/mfe/access';

/** A person with a plan, for tests; everything can be overruled. */
export function person({
  role = 'OWNER',
  planType = 'pro',
  user = {},
  plan = {},
  features = {},
}: {
  role?: Role;
  planType?: Subject['plan']['plan_type'];
  user?: Partial<Subject['user']>;
  plan?: Partial<Subject['plan']>;
  features?: Partial<Subject['plan']['new_feature_access']>;
} = {}): Subject {
  const client = user.isClient
    ? { id: 1, permissions: user.client_permissions?.permission ?? [], restrictedCategories: [] }
    : null;
  return {
    user: {
      id: 1,
      uuid: 'b0a2',
      name: 'Maya Lindqvist',
      email: 'maya@northlight.test',
      role,
      status: 'active',
      designation: null,
      profile_pic_url: null,
      is_email_verified: true,
      has_onboarding_completed: true,
      onboarding_stage: 5,
      show_guidance: false,
      isClient: false,
      isTeamMember: role !== 'OWNER',
      user_id: null,
      time_zone: null,
      ui_permissions: [...permissionsOf({ role, client })],
      client_permissions: null,
      workspace: { id: 1, name: 'Northlight', is_demo: false, owner_name: null },
      is_operator: false,
      ...user,
    },
    plan: {
      plan_type: planType,
      is_unlimited: false,
      contact: null,
      trial_start_date: null,
      trial_end_date: null,
      subscription_detail: { is_sub: true, end_date: null },
      payment_works_until: null,
      lead_credits_used: 0,
      lead_credits: 30_000,
      email_credits_used: 0,
      email_credits: 150_000,
      client_credits: null,
      new_feature_access: {
        linkedinAccessAllowed: false,
        smart_delivery: false,
        global_analytics_access: false,
        smart_senders: false,
        smart_servers: false,
        ...features,
      },
      ...plan,
    },
  };
}
