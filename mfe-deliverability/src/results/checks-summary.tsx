import { styled } from 'styled-components';
import type { PlacementReport } from '@skein/contracts/smart-delivery/placement-shapes';
import { counted } from '@skein/ui/counted';
import { BareLink } from '@skein/ui/link';
import { StateStatus } from '@skein/ui/status';
import { base } from '../placement.hooks';
import type { CheckView } from './check-views';

interface Tile {
  title: string;
  view: CheckView | 'content-analysis';
  /** null while nothing is known. */
  isGood: boolean | null;
  text: string;
}

const notSetUp = 'Not set up here';

function tilesOf(report: PlacementReport): Tile[] {
  const passes = (title: string, view: 'spf' | 'dkim' | 'dmarc'): Tile => {
    const { passed, of: known } = report.summary.checks[view];
    return {
      title,
      view,
      isGood: known === 0 ? null : passed === known,
      text: known === 0 ? 'No email found yet' : `${passed} of ${known} emails pass`,
    };
  };
  const { addresses, domain_lists: domains, spam_filter: spam, content } = report;
  const listed = (lists: readonly { state: string }[]) => lists.some(({ state }) => state === 'LISTED');
  const listedAddresses = addresses.filter(({ lists }) => listed(lists)).length;
  const listedDomains = domains.filter(({ lists }) => listed(lists)).length;
  const named = addresses.filter(({ reverse }) => reverse.state === 'CONFIRMED').length;
  const isSpam = spam.verdicts.filter((verdict) => verdict.isSpam).length;
  const problems = content.findings.length + content.links.filter(({ is_dead: isDead }) => isDead).length;
  const none = 'Checked when the run ends';
  return [
    passes('SPF', 'spf'),
    passes('DKIM', 'dkim'),
    passes('DMARC', 'dmarc'),
    {
      title: 'Reverse DNS',
      view: 'rdns',
      isGood: addresses.length === 0 ? null : named === addresses.length,
      text:
        addresses.length === 0
          ? none
          : `${named} of ${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'} confirmed`,
    },
    {
      title: 'Domain block lists',
      view: 'domainblocklist',
      isGood: domains.length === 0 ? null : listedDomains === 0,
      text: domains.length === 0 ? none : `${listedDomains} of ${counted(domains.length, 'domain')} listed`,
    },
    {
      title: 'IP reputation',
      view: 'IpReputation',
      isGood: addresses.length === 0 ? null : listedAddresses === 0,
      text:
        addresses.length === 0
          ? none
          : `${listedAddresses} of ${addresses.length} ${addresses.length === 1 ? 'address' : 'addresses'} listed`,
    },
    {
      title: 'SpamAssassin',
      view: 'spam-assassin',
      isGood: spam.verdicts.length === 0 ? null : isSpam === 0,
      text: !spam.is_set_up
        ? notSetUp
        : spam.verdicts.length === 0
          ? 'No verdict yet'
          : `${isSpam} of ${counted(spam.verdicts.length, 'email')} marked as spam`,
    },
    {
      title: 'Content',
      view: 'content-analysis',
      isGood: report.runs === 0 ? null : problems === 0,
      text: problems === 0 ? 'No issues found' : counted(problems, 'issue'),
    },
  ];
}

/** Every check with its result; each opens its page. */
export function ChecksSummary({ report }: { report: PlacementReport }) {
  return (
    <Tiles aria-label="Checks">
      {tilesOf(report).map(({ title, view, isGood, text }) => (
        <BareLink
          key={view}
          href={`/app${base}/${report.id}/test/${view === 'content-analysis' ? view : `deliverability-results/${view}`}`}
        >
          <b>{title}</b>
          <StateStatus
            state={isGood === null ? 'waiting' : isGood ? 'good' : view === 'content-analysis' ? 'warning' : 'failed'}
          >
            {isGood === null
              ? text === notSetUp
                ? 'Off'
                : 'Waiting'
              : isGood
                ? 'Pass'
                : view === 'content-analysis'
                  ? 'Look'
                  : 'Fail'}
          </StateStatus>
          <small>{text}</small>
        </BareLink>
      ))}
    </Tiles>
  );
}

const Tiles = styled.nav`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: var(--s-3);
  @media (max-width: 1000px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  & > a {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--s-1) var(--s-2);
    padding: var(--s-3) var(--s-4);
    border: 1px solid var(--border);
    border-radius: var(--r-3);
    background: var(--surface);
    color: inherit;
    text-decoration: none;
    &:hover {
      border-color: var(--border-strong);
    }
  }
  small {
    grid-column: 1 / -1;
    font-size: var(--fs-2);
    line-height: var(--lh-2);
    color: var(--muted);
  }
`;
