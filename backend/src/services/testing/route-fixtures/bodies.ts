import type { RouteIds } from './fixture-rows';

const newLead = { email: 'new-lead@company.test', first_name: 'Ada' };

/** Bodies with which changing routes do their work, made of the rows of the fixtures. */
export const bodiesOfRows = ({
  mailboxId,
  leadId,
  otherLeadId,
  tagId,
  listId,
  webhookId,
  leadEmail,
  statsId,
}: RouteIds) =>
  ({
    'POST /api/mailbox-changes': { selection: { mailbox_ids: [mailboxId] }, change: { message_per_day: 20 } },
    'PATCH /api/auth/me': { name: 'Ada Whitlock' },
    'POST /api/auth/onboarding': { stage: 2, answers: { company: 'Company' } },
    'POST /api/block-list': { entries: ['blocked.test'] },
    'POST /api/campaigns/:campaignId/leads': { leads: [newLead] },
    'PUT /api/campaigns/:campaignId/sequences': {
      steps: [{ seq_type: 'EMAIL', variants: [{ subject: 'Hello', email_body: '<p>Hi</p>' }] }],
    },
    'POST /api/integrations/rows': { lead_list_id: listId, rows: [{ email: newLead.email }] },
    'PATCH /api/lead-lists/:listId': { name: 'Renamed', tag_ids: [tagId] },
    'POST /api/lead-lists/:listId/leads': { leads: [newLead] },
    'POST /api/leads/:leadId/merge': { other_lead_id: otherLeadId },
    'PATCH /api/mailboxes/:mailboxId': { from_name: 'Nora Whitlock', message_per_day: 20 },
    'PATCH /api/notices/settings': { digest: 'weekly' },
    'POST /api/operator/invitations': { email: 'newly-invited@company.test' },
    'POST /api/operator/workspaces/:operatedWorkspaceId/delete': { name: 'Operated fixture' },
    'PATCH /api/tasks/:taskId': { name: 'Call them back' },
    'POST /api/webhooks': {
      name: 'Fixture',
      webhook_url: 'https://hook.company.test/in',
      event_types: ['EMAIL_SENT'],
    },
    'POST /api/workspace/deletion': { name: 'Test workspace' },
    'DELETE /api/v1/campaigns/:campaignId/email-accounts': { email_account_ids: [mailboxId] },
    'DELETE /api/v1/campaigns/:campaignId/webhooks': { id: webhookId },
    'POST /api/v1/campaigns/:campaignId/leads': { lead_list: [newLead] },
    'POST /api/v1/campaigns/:campaignId/reply-email-thread': { email_stats_id: statsId, email_body: 'Thursday at 10.' },
    'POST /api/v1/email-accounts/:mailboxId': { from_name: 'Nora Whitlock', max_email_per_day: 20 },
    'POST /api/v1/email-accounts/save': { id: mailboxId, from_name: 'Nora Whitlock', max_email_per_day: 20 },
    'POST /api/v1/lead-list/:listId/import': { leadList: [newLead] },
    'POST /api/v1/leads/add-domain-block-list': { domain_block_list: ['blocked.test'] },
    'DELETE /api/v1/leads/remove-domain-block-list': { domain: 'blocked-domain.test' },
    'POST /api/v1/lead-list/assign-tags': { listIds: [listId], tagIds: [tagId] },
    'POST /api/v1/crm/leads/tags': { leadId, tagIds: [tagId] },
    'POST /api/v1/master-inbox/block-domains': { domains: ['blocked.test'] },
    'POST /api/v1/verify-emails': { emails: [leadEmail] },
    'DELETE /api/v1/webhook/delete': { id: webhookId },
  }) as Record<string, unknown>;
