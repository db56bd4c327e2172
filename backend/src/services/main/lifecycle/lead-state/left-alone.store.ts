/**
 * SQL: whether a received mail is an answer that stands: a person wrote it, or it is an absence where the campaign counts those as answers, and nobody
 * has declared that it is none. Asked of the mails themselves: a campaign that does not track replies counts none, and is stopped by them all the same.
 * @param message the alias of the mail's row
 */
export const isStandingReply = (message: string): string =>
  `(${message}.direction = 'in' and not ${message}.is_ignored and (${message}.kind in ('reply', 'unsubscribe_request')
    or (${message}.kind = 'out_of_office' and exists (select from campaign absent where absent.id = ${message}.campaign_id and absent.out_of_office ->> 'ignoreOOOasReply' = 'false'))))`;

/**
 * SQL: whether a lead has answered anywhere in a family, in its parent campaign or in one of the subsequences.
 * @param lead SQL of the lead's id
 * @param parent SQL of the parent campaign's id
 */
export const hasAnswered = (lead: string, parent: string): string =>
  `(exists (select from enrolment a join campaign f on f.id = a.campaign_id where a.lead_id = ${lead} and (f.id = ${parent} or f.parent_campaign_id = ${parent}) and (a.first_reply_at is not null or (a.status = 'STOPPED' and a.reason = 'REPLIED')))
    or exists (select from message m join campaign f on f.id = m.campaign_id where m.lead_id = ${lead} and (f.id = ${parent} or f.parent_campaign_id = ${parent}) and ${isStandingReply('m')}))`;

/**
 * SQL: whether nothing may be begun by itself for a lead because of how it stands in its campaign: it was unsubscribed there or must not be contacted, a person paused it, or
 * an answer of its company holds it.
 * @param enrolment the alias of the lead's row in the campaign
 */
export const isLeftAlone = (enrolment: string): string =>
  `(${enrolment}.is_unsubscribed or ${enrolment}.status = 'PAUSED' or coalesce(${enrolment}.reason in ('UNSUBSCRIBED', 'DO_NOT_CONTACT'), false) or (${enrolment}.status in ('STARTED', 'INPROGRESS') and coalesce(${enrolment}.hold_kind = 'COMPANY_REPLY', false)))`;
