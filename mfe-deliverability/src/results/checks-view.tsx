import { counted } from '@skein/ui/counted';
import type { ReactNode } from 'react';
import type {
  PlacementAuthentication,
  PlacementListAnswer,
  PlacementReport,
} from '@skein/contracts/smart-delivery/placement-shapes';
import { Badge } from '@skein/ui/badge';
import { Callout } from '@skein/ui/callout';
import { Card } from '@skein/ui/card';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Stack } from '@skein/ui/layout';
import { SubLine } from '@skein/ui/text';
import { isOnItsWay } from '../parts';
import type { CheckView } from './check-views';
import { resultTone } from './result-tone';
import { resultWord } from './step-labels';

/** One check of a run. */
export function ChecksView({ report, view }: { report: PlacementReport; view: CheckView }) {
  switch (view) {
    case 'spf':
    case 'dkim':
    case 'dmarc':
      return <Authentication report={report} of={view} />;
    case 'rdns':
      return <Addresses report={report} badge={ReverseBadge} detail={(address) => <Reverse {...address.reverse} />} />;
    case 'ipblocklist':
      return (
        <Addresses
          report={report}
          badge={ListedBadge}
          padded={false}
          detail={(address) => <Lists label={address.ip} lists={address.lists} />}
        />
      );
    case 'IpReputation':
    case 'ip-analytics':
      return <Addresses report={report} badge={ListedBadge} detail={(address) => <Owner address={address} />} />;
    case 'domainblocklist':
      return <Domains report={report} />;
    default:
      return <SpamFilters report={report} />;
  }
}

const Waiting = ({ report }: { report: PlacementReport }) => (
  <EmptyState
    title={report.runs === 0 ? 'No run yet' : isOnItsWay(report) ? 'The run is on its way' : 'Nothing arrived'}
  >
    {report.runs === 0 || isOnItsWay(report)
      ? 'Checks run once every email of the run is found.'
      : 'No email of this run reached a seed, so there is nothing to check.'}
  </EmptyState>
);

type Verdict = { result: string; record: string | null; lines: string[] };
function verdictOf(from: PlacementAuthentication, of: 'spf' | 'dkim' | 'dmarc'): Verdict {
  if (of === 'spf') return { result: from.spf.result, record: from.spf.record, lines: [from.spf.text] };
  if (of === 'dkim')
    return {
      result: from.dkim.some(({ result }) => result === 'pass') ? 'pass' : (from.dkim[0]?.result ?? 'none'),
      record: null,
      lines: from.dkim.map(
        ({ result, domain, selector, isAligned, text }) =>
          `${selector ?? 'no selector'} at ${domain ?? 'no domain'}: ${result}${isAligned ? ', aligned with From' : ''}. ${text}`,
      ),
    };
  const { dmarc, arc, bimi, mtaSts, isEncrypted } = from;
  return {
    result: dmarc.result,
    record: dmarc.record,
    lines: [
      dmarc.policy ? `Policy ${dmarc.policy}.` : 'No policy.',
      `Aligned by ${[dmarc.isSpfAligned && 'SPF', dmarc.isDkimAligned && 'DKIM'].filter(Boolean).join(/* text */ ' and ') || 'neither SPF nor DKIM'}.`,
      `ARC: ${arc}. BIMI: ${bimi.result}. MTA-STS: ${mtaSts === null ? 'no policy' : `policy ${mtaSts}`}. TLS: ${
        isEncrypted === null ? 'unknown' : isEncrypted ? 'used' : 'not used'
      }.`,
    ],
  };
}

function Authentication({ report, of }: { report: PlacementReport; of: 'spf' | 'dkim' | 'dmarc' }) {
  const passes = report.summary.checks[of];
  if (report.authentication.length === 0) return <Waiting report={report} />;
  return (
    <>
      <b>{`${passes.passed} of ${passes.of} emails that arrived pass`}</b>
      {report.authentication.map(({ sender, arrived, now }) => {
        const [first, later] = [verdictOf(arrived, of), now && verdictOf(now, of)];
        const shown = later ?? first;
        return (
          <Card
            key={sender}
            title={sender}
            actions={<Badge tone={resultTone(shown.result)}>{resultWord(shown.result)}</Badge>}
          >
            <Stack $gap={2}>
              {later && later.result !== first.result && (
                <SubLine>
                  When the email arrived: {resultWord(first.result)}. With today’s records: {resultWord(later.result)}.
                </SubLine>
              )}
              {shown.lines.map((line) => (
                <span key={line} style={{ overflowWrap: 'anywhere' }}>
                  {line}
                </span>
              ))}
              {shown.record && <code style={{ overflowWrap: 'anywhere' }}>{shown.record}</code>}
            </Stack>
          </Card>
        );
      })}
    </>
  );
}

type Address = PlacementReport['addresses'][number];
const ListedBadge = ({ lists }: Address) => {
  const listed = lists.filter(({ state }) => state === 'LISTED').length;
  return (
    <Badge tone={listed > 0 ? 'danger' : 'success'}>{listed === 0 ? 'Clear' : `On ${counted(listed, 'list')}`}</Badge>
  );
};
const reverseWords = {
  CONFIRMED: ['success', 'Confirmed'],
  NOT_CONFIRMED: ['danger', 'Not confirmed'],
  MISSING: ['danger', 'Missing'],
} as const;
const ReverseBadge = ({ reverse: { state } }: Address) => {
  const [tone, word] = reverseWords[state as keyof typeof reverseWords] ?? (['neutral', 'No answer'] as const);
  return <Badge tone={tone}>{word}</Badge>;
};

interface AddressesProps {
  report: PlacementReport;
  badge: (address: Address) => ReactNode;
  detail: (address: Address) => ReactNode;
  padded?: boolean;
}
function Addresses({ report, badge, detail, padded = true }: AddressesProps) {
  if (report.addresses.length === 0) return <Waiting report={report} />;
  return (
    <>
      {report.addresses.map((address) => (
        <Card
          key={address.ip}
          title={address.ip}
          detail={counted(address.mails, 'email')}
          actions={badge(address)}
          padded={padded}
        >
          {detail(address)}
        </Card>
      ))}
    </>
  );
}

const Reverse = ({ state, names, text }: Address['reverse']) => (
  <Stack $gap={2}>
    <span>{text}</span>
    {names.map((name) => (
      <code key={name}>{name}</code>
    ))}
    {state === 'NO_ANSWER' && <SubLine>Check again later.</SubLine>}
  </Stack>
);

function Owner({ address }: { address: Address }) {
  const { owner, reverse, lists } = address;
  const count = (state: PlacementListAnswer['state']) => lists.filter((list) => list.state === state).length;
  return (
    <Stack $gap={2}>
      <span>
        {owner
          ? `${owner.organisation ?? 'Unknown organization'}, AS${owner.asn}, ${owner.country}`
          : 'Owner not known'}
      </span>
      {owner && <SubLine>Network {owner.network}</SubLine>}
      <span>{reverse.text}</span>
      <span>
        Listed on {count('LISTED')} of {count('LISTED') + count('CLEAR')} block lists that answered.
      </span>
      {lists
        .filter(({ state }) => state === 'LISTED')
        .map((list) => (
          <SubLine key={list.zone} style={{ whiteSpace: 'normal' }}>
            {list.list}: {list.text}
          </SubLine>
        ))}
    </Stack>
  );
}

const states = { LISTED: 'Listed', CLEAR: 'Clear', NOT_ASKED: 'No answer' } as const;
const tones = { LISTED: 'danger', CLEAR: 'success', NOT_ASKED: 'neutral' } as const;
const order = { LISTED: 0, NOT_ASKED: 1, CLEAR: 2 };
const Lists = ({ label, lists }: { label: string; lists: readonly PlacementListAnswer[] }) => (
  <DataTable
    label={`Block lists of ${label}`}
    gutter={16}
    rows={lists.toSorted((one, other) => order[one.state] - order[other.state])}
    rowId={({ zone }) => zone}
    rowLabel={({ list }) => list}
    empty={<EmptyState title="No lists">No block list takes this kind of address.</EmptyState>}
    columns={[
      { id: 'list', label: 'List', fixed: true, minWidth: 180, cell: ({ list }) => list },
      {
        id: 'state',
        label: 'Result',
        width: 110,
        phone: 'status',
        cell: ({ state }) => <Badge tone={tones[state]}>{states[state]}</Badge>,
      },
      { id: 'text', label: 'Reason', minWidth: 240, cell: ({ text }) => text },
      {
        id: 'page',
        label: 'Removal',
        width: 120,
        cell: ({ page, state }) =>
          state === 'LISTED' ? (
            <a href={page} target="_blank" rel="noreferrer">
              Ask for removal
            </a>
          ) : (
            '–'
          ),
      },
    ]}
  />
);

function Domains({ report }: { report: PlacementReport }) {
  if (report.domain_lists.length === 0) return <Waiting report={report} />;
  return (
    <>
      {report.domain_lists.map(({ domain, is_link: isLink, lists }) => (
        <Card key={domain} title={domain} detail={isLink ? 'Link' : 'Sending domain'} padded={false}>
          <Lists label={domain} lists={lists} />
        </Card>
      ))}
    </>
  );
}

function SpamFilters({ report }: { report: PlacementReport }) {
  const { is_set_up: isSetUp, verdicts } = report.spam_filter;
  return (
    <>
      {!isSetUp && (
        <Callout tone="info" title="SpamAssassin is not set up">
          The operator of this installation can add it with SPAMD_URL. Placement does not depend on it.
        </Callout>
      )}
      {isSetUp && verdicts.length === 0 && <Waiting report={report} />}
      {verdicts.map(({ sender, score, threshold, isSpam, rules }) => (
        <Card
          key={sender}
          title={`SpamAssassin, ${sender}`}
          padded={false}
          actions={
            <Badge tone={isSpam ? 'danger' : 'success'}>
              {score} of {threshold}
            </Badge>
          }
        >
          <DataTable
            label={`Rules for ${sender}`}
            gutter={16}
            rows={rules}
            rowId={({ name }) => name}
            rowLabel={({ name }) => name}
            empty={<EmptyState title="No rules">No rule matched this email.</EmptyState>}
            columns={[
              { id: 'name', label: 'Rule', fixed: true, minWidth: 200, cell: ({ name }) => <code>{name}</code> },
              { id: 'points', label: 'Points', align: 'end', width: 90, cell: ({ points }) => points },
              { id: 'text', label: 'Meaning', minWidth: 260, cell: ({ description }) => description },
            ]}
          />
        </Card>
      ))}
    </>
  );
}
