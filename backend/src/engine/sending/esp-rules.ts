/** Which mailboxes can write to leads of a provider: rules first, then strict matching. */
import type { CampaignSnapshot, EspRule, MailProvider } from './plan.types';

/** A campaign, or what it says of providers. */
type Matching = { readonly settings: Pick<CampaignSnapshot['settings'], 'esp_match_mode' | 'esp_rules'> };

export function espRuleFor(campaign: Matching, recipient: MailProvider): EspRule | null {
  return campaign.settings.esp_rules.find((rule) => rule.recipient === recipient) ?? null;
}

export const isNotSentTo = (campaign: Matching, recipient: MailProvider): boolean =>
  espRuleFor(campaign, recipient)?.action === 'DO_NOT_SEND';

/** True when a mailbox of `sender` may take a lead of `recipient` that has no mailbox yet. A thread that has begun keeps its mailbox. */
export function canWriteTo(campaign: Matching, sender: MailProvider, recipient: MailProvider): boolean {
  const rule = espRuleFor(campaign, recipient);
  if (rule === null) return campaign.settings.esp_match_mode !== 'STRICT' || sender === recipient;
  return rule.action === 'ONLY_BY' && rule.senders.includes(sender);
}

/** False when a rule keeps the mailbox from writing the first email to a lead, also to one that was given to it before. */
export function isAllowedByRule(campaign: Matching, sender: MailProvider, recipient: MailProvider): boolean {
  const rule = espRuleFor(campaign, recipient);
  return rule?.action !== 'ONLY_BY' || rule.senders.includes(sender);
}

/** Whether new leads wait in one list for each provider, instead of one for all. */
export const isByProvider = (campaign: Matching): boolean =>
  campaign.settings.esp_match_mode !== 'OFF' || campaign.settings.esp_rules.length > 0;
