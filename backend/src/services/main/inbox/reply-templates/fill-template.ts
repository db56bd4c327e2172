import type { EnrolmentId } from '@skein/contracts/ids';
import { plainTextToHtml } from '@skein/template/plain-text';
import { notFound } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { renderStep } from '#campaigns/campaigns.api';

import { readerOf } from './reply-templates';
import { countUse, findTemplates } from './reply-templates.store';
import { requireConversation } from '../conversations/require-conversation';

type FillDeps = Pick<MainDeps, 'db' | 'campaignClock' | 'config' | 'heavyWork'>;

/**
 * A template with the values of a conversation's lead, rendered by the sender's own function.
 * @throws SkeinError NOT_FOUND, VALIDATION for one that grows too large
 */
export async function fillTemplate(deps: FillDeps, who: Who, enrolmentId: EnrolmentId, templateId: number) {
  const { conversation, template } = await deps.db.tenantSql(who.workspaceId, async (sql) => {
    const place = await requireConversation(sql, who, enrolmentId);
    const [found] = await findTemplates(who.workspaceId, sql, readerOf(who), templateId);
    if (!found) throw notFound('This template');
    await countUse(who.workspaceId, sql, templateId, new Date(deps.campaignClock.now()));
    return { conversation: place, template: found };
  });
  const { mail } = await renderStep(deps, who, {
    campaignId: conversation.campaign_id,
    request: { seq_number: 1, enrolment_id: enrolmentId, draft: { subject: '', email_body: template.html } },
    options: { withUnsubscribe: false },
  });
  return {
    html: mail.html ?? plainTextToHtml(mail.text),
    attachments: template.attachments,
    missing: [...new Set(mail.missing.map((value) => value.name))],
  };
}
