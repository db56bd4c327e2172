import { useState } from 'react';
import { styled } from 'styled-components';
import type { GateItem, ReviewView } from '@skein/contracts/main/review.contract';
import { Button } from '@skein/ui/button';
import { Glyph } from '@skein/ui/icon';
import { LinkButton } from '@skein/ui/link';
import { Heading } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant, timeOfDay, zoneName } from '@skein/ui/instant';
import type { CampaignPlace } from '../../campaign-address';
import { nameOfField } from '../sequence/step-labels';
import type { GateFix } from './gate-fixes.hooks';
import { countText, jumpAddress } from './jump-address';

const Group = styled.section<{ $tone: string }>`
  margin-top: var(--s-6);
  & > h3 {
    padding-bottom: 6px;
    border-bottom: 1px solid var(--border);
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    font-weight: var(--w-bold);
    color: var(--${({ $tone }) => $tone});
  }
`;

const Items = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: 12px minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--s-3);
    min-height: 52px;
    padding: 6px 0;
    border-bottom: 1px solid var(--border);
    & > div {
      min-width: 0;
      overflow-wrap: anywhere;
    }
    & > div > b {
      display: block;
      font-weight: var(--w-medium);
    }
    & > div > b > span {
      font-weight: var(--w-regular);
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
      color: var(--muted);
    }
    & > div > small {
      font-size: var(--fs-2);
      line-height: var(--lh-2);
      color: var(--muted);
    }
    /* Beside buttons of a thumb's height the text would be a column of single words. */
    @media (max-width: 720px) {
      grid-template-columns: 12px minmax(0, 1fr);
      & > :nth-child(3) {
        grid-column: 2;
        justify-self: start;
      }
    }
  }
`;

const Ways = styled.div`
  display: grid;
  gap: 4px;
  @media (max-width: 720px) {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s-2);
  }
`;

const Passed = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(200px, 1fr));
  gap: var(--s-2) var(--s-4);
  padding-top: var(--s-3);
  & > li {
    display: flex;
    align-items: baseline;
    gap: var(--s-2);
  }
`;

const isFirstOfField = ({ blocks, warnings }: ReviewView, item: GateItem): boolean =>
  [...blocks, ...warnings].find(
    ({ jump }) => jump?.tab === 'lead_list' && jump.seq_number !== null && jump.field === item.jump?.field,
  ) === item;

interface GateListProps {
  campaign: CampaignPlace;
  review: ReviewView;
  /** Whether it waits for its launch; else it runs or ran already. */ isDraft: boolean;
  checking: boolean;
  onCheck: () => void;
  /** Turns the unsubscribe header on; null when it may not be changed. */ onTurnOn: (() => void) | null;
  /** Opens the fallback dialog here; null where the sequence page asks. */ onFallback?:
    | ((field: string) => void)
    | null;
  /** What is put right here, by the code of a finding. */ fixes?: Partial<Record<string, GateFix>>;
}

function FixButton({ fix, mailboxIds }: { fix: GateFix; mailboxIds: readonly number[] }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Button
      size="small"
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        void fix.run(mailboxIds).finally(() => setBusy(false));
      }}
    >
      {fix.label}
    </Button>
  );
}

interface FallbackButtonProps {
  field: string;
  onAsk: ((field: string) => void) | null;
  address: string;
}

/** Asks for a fallback, here or at the text that needs it. */
function FallbackButton({ field, onAsk, address }: FallbackButtonProps) {
  return (
    <Button
      size="small"
      aria-label={`Add fallback for ${nameOfField(field)}, in all steps`}
      {...(onAsk
        ? { onClick: () => onAsk(field) }
        : { iconEnd: 'arrow-right' as const, href: `${address}&fallback=${encodeURIComponent(field)}` })}
    >
      Add fallback
    </Button>
  );
}

/** The launch gate: what blocks, what is worth a look, what is in order; each with its count and the way to mend it. */
export function GateList({
  campaign,
  review,
  isDraft,
  checking,
  onCheck,
  onTurnOn,
  onFallback = null,
  fixes = {},
}: GateListProps) {
  const { timeZone } = useUi();
  const problems = review.blocks.length;
  const checkedAt = new Date(review.checked_at);
  const time = `${timeOfDay(checkedAt, timeZone)} ${zoneName(checkedAt, timeZone)}`;
  const jumpButton = (item: GateItem) => {
    if (!item.jump) return null;
    if (item.jump.setting === 'add_unsubscribe_tag' && onTurnOn)
      return (
        <Button size="small" iconEnd="arrow-right" aria-label={`Turn on: ${item.title}`} onClick={onTurnOn}>
          {item.jump.label}
        </Button>
      );
    const step = item.jump.tab === 'lead_list' && item.jump.field !== null ? item.jump.seq_number : null;
    const jump = (
      <Button
        size="small"
        iconEnd="arrow-right"
        href={jumpAddress(campaign, item.jump)}
        aria-label={`${item.jump.label}: ${item.title}${item.jump.field ? `, ${item.jump.field}` : ''}`}
      >
        {item.jump.label}
      </Button>
    );
    const fix = fixes[item.code];
    if (fix)
      return (
        <Ways>
          <FixButton fix={fix} mailboxIds={item.jump.mailbox_ids} />
          {jump}
        </Ways>
      );
    // One fallback serves all steps and variants: the first line of a field leads to it.
    if (step === null || !isFirstOfField(review, item)) return jump;
    // Two ways to mend it: a text that stands in for all of them, or the value of each lead.
    return (
      <Ways>
        <FallbackButton
          field={item.jump.field ?? ''}
          onAsk={onFallback}
          address={jumpAddress(campaign, { ...item.jump, tab: 'sequences' })}
        />
        {jump}
      </Ways>
    );
  };
  const list = (items: readonly GateItem[], glyph: 'bad' | 'warn', tone: string) => (
    <Items>
      {items.map((item, index) => (
        <li key={`${item.code}-${index}`}>
          <Glyph name={glyph} style={{ color: `var(--${tone})` }} />
          <div>
            <b>
              {item.title} <span>{countText(item)}</span>
            </b>
            {item.detail && <small>{item.detail}</small>}
          </div>
          {jumpButton(item)}
        </li>
      ))}
    </Items>
  );
  return (
    <div>
      <Heading>
        {problems === 0
          ? isDraft
            ? 'Ready to launch'
            : 'Nothing blocks sending'
          : `${counted(problems, 'problem')} to fix${isDraft ? ' before launch' : ''}`}
      </Heading>
      <p style={{ color: 'var(--muted)', marginTop: 4 }} role="status" title={fullInstant(review.checked_at, timeZone)}>
        Checked {counted(review.leads_checked, 'lead')}, {counted(review.email_steps, 'email step')} and{' '}
        {counted(review.mailboxes, 'mailbox', 'mailboxes')} at {time}.{' '}
        <LinkButton disabled={checking} onClick={onCheck}>
          {checking ? 'Checking' : 'Check again'}
        </LinkButton>
      </p>
      {problems > 0 && (
        <Group $tone="danger">
          <h3>{isDraft ? 'Blocks the launch' : 'Blocks sending'}</h3>
          {list(review.blocks, 'bad', 'danger')}
        </Group>
      )}
      {review.warnings.length > 0 && (
        <Group $tone="warning">
          <h3>Worth a look</h3>
          {list(review.warnings, 'warn', 'warning')}
        </Group>
      )}
      {review.passed.length > 0 && (
        <Group $tone="success">
          <h3>Passed</h3>
          <Passed>
            {review.passed.map((item, index) => (
              <li key={`${item.code}-${index}`}>
                <Glyph name="done" style={{ color: 'var(--success)', flex: 'none' }} />
                <span title={item.detail ?? undefined}>
                  {item.title}
                  {item.count !== null && item.unit && !/\d/.test(item.title) ? `, ${countText(item)}` : ''}
                </span>
              </li>
            ))}
          </Passed>
        </Group>
      )}
    </div>
  );
}
