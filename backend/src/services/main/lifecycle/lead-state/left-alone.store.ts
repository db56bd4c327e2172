/**
 * SQL: whether a received mail is an answer that stands: a person wrote it, or it is an absence where the campaign
 * counts those as answers, and nobody has declared that it is none. Asked of the mails themselves: a campaign that does
 * not track replies counts none, and is stopped by them all the same.
 * @param message the alias of the mail's row
 */
export const isStandingReply = (message: string): string =>
  `(${message}.direction = 'in' and not ${message}.is_ignored and (${message}.kind in ('reply', 'unsubscribe_request')
    or (${message}.kind = 'out_of_office' and
      exists (select from campaign absent where absent.id = ${message}.campaign_id
      and absent.out_of_office ->> 'ignoreOOOasReply' = 'false'))))`;

/** SQL: messages that a lead wrote on LinkedIn, `lm`, each an answer that stands; in whichever campaign. */
const linkedInOf = (workspace: string, lead: string): string =>
  `from linkedin_message lm join enrolment le on le.workspace_id = lm.workspace_id and le.id = lm.enrolment_id
    where lm.workspace_id = ${workspace} and le.lead_id = ${lead}`;

/** SQL: the newest message of a lead on LinkedIn; 0 without one. */
export const newestOnLinkedIn = (workspace: string, lead: string): string =>
  `(select coalesce(max(lm.id), 0) ${linkedInOf(workspace, lead)})`;

/**
 * SQL: whether a lead has written on LinkedIn since a time. A message keeps the date at which it was written, which may
 * be before it was read.
 * @param seen SQL of the newest message that was there by then; null: not known
 */
export const hasWrittenOnLinkedIn = (workspace: string, lead: string, { at, seen }: { at: string; seen: string }) =>
  `exists (select ${linkedInOf(workspace, lead)} and (lm.at >= ${at} or lm.id > ${seen}))`;

/**
 * SQL: whether a lead has answered anywhere in a family, in its parent campaign or in one of the subsequences.
 * @param lead SQL of the lead's id
 * @param parent SQL of the parent campaign's id
 */
export const hasAnswered = (lead: string, parent: string): string =>
  `(exists (select from enrolment a join campaign f on f.id = a.campaign_id where a.lead_id = ${lead}
    and (f.id = ${parent} or f.parent_campaign_id = ${parent})
    and (a.first_reply_at is not null or (a.status = 'STOPPED' and a.reason = 'REPLIED')))
    or exists (select from message m join campaign f on f.id = m.campaign_id where m.lead_id = ${lead}
      and (f.id = ${parent} or f.parent_campaign_id = ${parent}) and ${isStandingReply('m')})
    or exists (select from linkedin_message lm join enrolment a on a.id = lm.enrolment_id
      join campaign f on f.id = a.campaign_id where a.lead_id = ${lead} and (f.id = ${parent} or f.parent_campaign_id = ${parent})))`;

/**
 * SQL: whether nothing may be begun by itself for a lead because of how it stands in its campaign: it was unsubscribed
 * there or must not be contacted, a person paused it, or an answer of its company holds it.
 * @param enrolment the alias of the lead's row in the campaign
 */
export const isLeftAlone = (enrolment: string): string =>
  `(${enrolment}.is_unsubscribed or ${enrolment}.status = 'PAUSED'
    or coalesce(${enrolment}.reason in ('UNSUBSCRIBED', 'DO_NOT_CONTACT'), false)
    or (${enrolment}.status in ('STARTED', 'INPROGRESS') and coalesce(${enrolment}.hold_kind = 'COMPANY_REPLY', false)))`;
