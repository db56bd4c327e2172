import type { GateItem } from '@skein/contracts/main/review.contract';
import { overviewAddress, type CampaignPlace } from '../../campaign-address';
import { formAddress, tabOf } from '../form-steps';

type Jump = NonNullable<GateItem['jump']>;

/** Where a finding of the launch gate is mended. */
export function jumpAddress(campaign: CampaignPlace, jump: Jump): string {
  switch (jump.tab) {
    case 'lead_list': {
      const query = new URLSearchParams(jump.lead_filter ?? {}).toString();
      return overviewAddress(campaign, 'lead-list', query);
    }
    case 'mailboxes':
      return jump.mailbox_ids.length === 1
        ? `/app/email-account/${jump.mailbox_ids[0]}/${jump.setting ?? 'overview'}`
        : `/app/email-accounts${jump.mailbox_ids.length === 0 ? '' : `?ids=${jump.mailbox_ids.join(',')}`}`;
    case 'plan':
      return '/app/settings/subscription';
    default:
      return formAddress(campaign, tabOf(jump.tab), {
        ...(jump.seq_number === null ? {} : { step: String(jump.seq_number) }),
        ...(jump.variant_label === null ? {} : { variant: jump.variant_label }),
        ...(jump.setting === null ? {} : { setting: jump.setting }),
      });
  }
}

/** "38 leads", "1 place"; nothing when nothing is counted. */
export function countText(item: Pick<GateItem, 'count' | 'unit'>): string {
  if (item.count === null) return '';
  const plural = item.unit === 'mailbox' ? 'mailboxes' : `${item.unit ?? ''}s`;
  return `${item.count.toLocaleString('en-US')} ${item.count === 1 ? (item.unit ?? '') : item.unit ? plural : ''}`.trim();
}
