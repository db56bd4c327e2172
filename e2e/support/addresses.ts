import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { callProduct } from './call-product';

/** Addresses of every screen with something of the demo on it, by the part of the product. */
export async function everyAddress() {
  const [campaigns, drafts, leads, mailboxes] = await Promise.all([
    callProduct(campaignsContract).listCampaigns({ query: { search: 'Q4 logistics', limit: 1 } }), callProduct(campaignsContract).listCampaigns({ query: { search: 'Yard managers, Midwest', limit: 1 } }),
    callProduct(leadsContract).listLeads({ query: { limit: 1 } }), callProduct(mailboxesContract).list({ query: { limit: 1 } }),
  ]);
  const id = campaigns.rows[0]?.id;
  const draft = drafts.rows[0]?.id;
  const mailbox = mailboxes.rows[0]?.id;
  return {
    publicScreens: ['/login', '/sign-up', '/forgot-password', '/reset-password', '/email-magic-link', '/client-login', '/verify-account'],
    campaigns: [
      '/app/email-campaign/all', '/app/email-campaign/folders', '/app/email-campaign/new-campaign', ...['import-leads', 'sequences', 'setup', 'final-review'].map((tab) => `/app/email-campaign/new-campaign?id=${draft}&tab=${tab}`),
      ...['performance', 'analytics', 'inbox', 'lead-list', 'trigger-logs'].map((tab) => `/app/email-campaign/${id}/overview/${tab}`),
    ],
    others: [
      '/app/leads/all', `/app/lead/${leads.rows[0]?.id}/view`, '/app/master-inbox', '/app/email-accounts', '/app/email-accounts/creation-page/smtp', '/app/global-analytics', '/app/get-started', '/app/onboarding',
      ...['general', 'overview', 'warmup', 'management', 'campaigns', 'error-state'].map((tab) => `/app/email-account/${mailbox}/${tab}`),
    ],
    settings: ['profile', 'security', 'global-block-list', 'tag-manager', 'lead-categories', 'webhook', 'warning-notifications', 'whitelabelled-client', 'subscription'].map((tab) => `/app/settings/${tab}`).concat('/app/client-views', '/app/client-view/new-client'),
    later: ['/app/analytics-v2', '/app/integrations/native-integrations', '/app/university/menu', '/app/events', '/app/email-deliverability', '/app/smart-servers', '/app/settings/team-members'],
  };
}
