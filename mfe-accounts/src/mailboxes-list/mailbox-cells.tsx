import type { MailboxView } from '@skein/contracts/main/mailbox-views';
import type { WarmupSummary } from '@skein/contracts/warmup/warmup.contract';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant } from '@skein/ui/instant';
import { causeOf, nextSlot } from '../mailbox-texts';
import { lengthOf } from '../when';

const number = (value: number) => value.toLocaleString('en-US');

/** Why a mailbox is in its state, in a few words. */
export function stateReason(mailbox: MailboxView, now: Date): string | null {
  if (mailbox.state === 'failing')
    return (
      causeOf(mailbox) ??
      (mailbox.failing_since ? `for ${lengthOf(now.getTime() - Date.parse(mailbox.failing_since))}` : null)
    );
  if (mailbox.state === 'suspended')
    return mailbox.campaign_count > 0
      ? `${counted(mailbox.campaign_count, 'campaign')} keep${mailbox.campaign_count === 1 ? 's' : ''} it`
      : null;
  return null;
}

function why(kind: 'rest' | 'cap' | 'gap', gap: number): string {
  if (kind === 'rest') return 'resting';
  return kind === 'cap' ? 'cap reached' : `gap of ${gap} min`;
}

/** When it can send the next campaign email. */
export function NextFree({ mailbox, now, timeZone }: { mailbox: MailboxView; now: Date; timeZone: string }) {
  const slot = nextSlot(mailbox, now);
  if (slot.kind === 'none') return '–';
  if (slot.kind === 'now')
    return <>Now{mailbox.reserved_today > 0 && <SubLine>{number(mailbox.reserved_today)} reserved</SubLine>}</>;
  return (
    <span title={fullInstant(slot.at, timeZone)}>
      {shortInstant(slot.at, now, timeZone)}
      <SubLine>{why(slot.kind, mailbox.min_time_to_wait_minutes)}</SubLine>
    </span>
  );
}

/** Its warmup, in two lines. */
export function Warmup({ warmup }: { warmup: WarmupSummary | undefined }) {
  if (!warmup) return '–';
  if (!warmup.settings.enabled)
    return (
      <StateStatus state="fresh" quiet>
        Off
      </StateStatus>
    );
  if (warmup.blocked_reason)
    return (
      <span title={warmup.blocked_reason}>
        <StateStatus state="failed" quiet>
          Blocked
        </StateStatus>
        <SubLine>{warmup.blocked_reason}</SubLine>
      </span>
    );
  return (
    <>
      <StateStatus state="active" quiet>
        {warmup.reputation === null ? 'On' : `${warmup.reputation} of 100`}
      </StateStatus>
      <SubLine>{warmup.sent > 0 ? `${number(warmup.sent)} in 7 days` : 'nothing sent yet'}</SubLine>
    </>
  );
}
