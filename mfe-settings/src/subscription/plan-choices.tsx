import { styled } from 'styled-components';
import type { BillingView } from '@skein/contracts/subscription/billing.contract';
import {
  offers,
  shortfalls,
  takesPacks,
  type BillingInterval,
  type Choice,
  type Offer,
  type Usage,
} from '@skein/contracts/subscription/offers';
import { planIncludes, planTable, type PlanId } from '@skein/contracts/plan-limits';
import { getHost } from '@skein/mfe/host';
import { Badge } from '@skein/ui/badge';
import { Button } from '@skein/ui/button';
import { Icon } from '@skein/ui/icon';
import { Heading, Text } from '@skein/ui/text';
import { price } from './money';

const Board = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: var(--s-3);
`;
const Option = styled.article<{ $chosen: boolean }>`
  display: flex;
  flex-direction: column;
  gap: var(--s-2);
  padding: var(--s-4);
  background: var(--surface);
  border: 1px solid ${({ $chosen }) => ($chosen ? 'var(--accent)' : 'var(--border)')};
  border-radius: var(--r-3);
  & > ul {
    flex: 1;
    margin: 0;
    padding: var(--s-2) 0 0;
    list-style: none;
    display: grid;
    align-content: start;
    gap: 6px;
    border-top: 1px solid var(--border);
  }
  & li {
    display: flex;
    gap: var(--s-2);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
  }
`;
const Price = styled.div`
  font-size: var(--fs-6);
  line-height: var(--lh-6);
  font-weight: var(--w-bold);
  & > small {
    font-size: var(--fs-2);
    font-weight: var(--w-regular);
    color: var(--muted);
  }
`;
const Top = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-2);
  min-height: 24px;
`;

const whole = new Intl.NumberFormat('en-US');
const limitLine = (limit: number | null, what: string): string[] =>
  limit === null ? [`Unlimited ${what}`] : [`${whole.format(limit)} ${what}`];
/** Within how long the support chat answers, where there is one. */
export const chatLine = (plan: PlanId): string => `Chat replies within ${planTable[plan].chatMinutes / 60} hours`;

/** What a plan includes beside leads and emails. */
function linesOf(offer: Offer, hasChat: boolean): string[] {
  if (offer.id === 'maintenance')
    return [
      'Replies arrive and can be answered',
      'Warmup of the sender accounts you have continues',
      'Everything stays and can be exported',
      ...(hasChat ? [chatLine(offer.id)] : []),
    ];
  return [
    `${whole.format(offer.leads)} leads`,
    `${whole.format(offer.emails)} emails a month`,
    ...(offer.monitors === null ? [] : limitLine(offer.sequences, /* text */ 'sequences')),
    ...(offer.senders === null ? [] : limitLine(offer.senders, 'sender accounts')),
    ...(offer.monitors === null ? [] : limitLine(offer.monitors, 'active monitors')),
    ...(planIncludes(offer.id, 'webhooks') ? ['Webhooks and global block list'] : []),
    ...(planIncludes(offer.id, 'api') ? ['Full API, whitelabel and client views'] : []),
    ...(hasChat ? [chatLine(offer.id)] : []),
  ];
}

const usageOf = ({ usage }: BillingView): Usage => ({
  leads: usage.leads.used,
  emails: usage.emails.used,
  senders: usage.senders.used,
  sequences: usage.sequences.used,
  monitors: usage.monitors.used,
  clients: usage.clients,
  linkedIn: usage.linkedin_accounts,
});

const monthlyOf = (offer: Offer, interval: BillingInterval): number =>
  interval === 'year' ? offer.monthlyCentsByYear : offer.monthlyCents;
/** Plans that send come first, then the cheaper ones. */
const byPrice = (interval: BillingInterval) => (one: Offer, other: Offer) =>
  Number(one.id === 'maintenance') - Number(other.id === 'maintenance') ||
  monthlyOf(one, interval) - monthlyOf(other, interval);

/** Every plan, with its price and with what of the workspace it would not hold. */
export function PlanChoices({
  billing,
  interval,
  chosen,
  onChoose,
}: {
  billing: BillingView;
  interval: BillingInterval;
  chosen: Choice | null;
  onChoose: (choice: Choice) => void;
}) {
  const usage = usageOf(billing);
  const hasChat = getHost().hasSupportChat ?? false;
  return (
    <Board>
      {[...offers].sort(byPrice(interval)).map((offer) => {
        const own = billing.choice;
        const choice: Choice = {
          offer: offer.id,
          interval,
          sequences: takesPacks(offer, 'sequences') ? (own?.sequences ?? 0) : 0,
          senders: takesPacks(offer, 'senders') ? (own?.senders ?? 0) : 0,
        };
        const isOwn = own?.offer === offer.id && own.interval === interval;
        const isCurrent = own ? own.offer === offer.id : billing.plan_type === offer.id;
        const monthly = monthlyOf(offer, interval);
        return (
          <Option key={offer.id} $chosen={chosen?.offer === offer.id} aria-label={offer.name}>
            <Top>
              <Heading as="h3" $size={3}>
                {offer.name}
              </Heading>
              {isCurrent && <Badge tone="accent">Current plan</Badge>}
            </Top>
            <Price>
              {price(monthly)} <small>a month</small>
            </Price>
            <Text $tone="muted">
              {interval === 'year' ? `${price(monthly * 12)} billed each year` : 'billed each month'}
            </Text>
            <ul>
              {linesOf(offer, hasChat).map((line) => (
                <li key={line}>
                  <Icon name="check" /> {line}
                </li>
              ))}
              {shortfalls(choice, usage).map((line) => (
                <li key={line}>
                  <Icon name="alert" /> {line}
                </li>
              ))}
            </ul>
            <Button disabled={isOwn} aria-pressed={chosen?.offer === offer.id} onClick={() => onChoose(choice)}>
              {isOwn
                ? 'Chosen'
                : !isCurrent
                  ? `Choose ${offer.name}`
                  : own
                    ? `Pay by the ${interval}`
                    : `Pay for ${offer.name}`}
            </Button>
          </Option>
        );
      })}
    </Board>
  );
}
