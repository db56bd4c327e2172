import { useMemo, useState } from 'react';
import type { TriggerRow } from '@skein/contracts/analytics/campaign-analytics.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useSearchParams } from '@skein/mfe/search-params';
import { DataTable } from '@skein/ui/data-table';
import { Drawer } from '@skein/ui/drawer';
import { EmptyState } from '@skein/ui/empty-state';
import { FilterBar, FilterEnd } from '@skein/ui/filter-bar';
import { Stack } from '@skein/ui/layout';
import { BareLink, LinkButton } from '@skein/ui/link';
import { Segmented } from '@skein/ui/segmented';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading } from '@skein/ui/skeleton';
import { Heading, Text } from '@skein/ui/text';
import { Timeline } from '@skein/ui/timeline';
import { counted } from '@skein/ui/counted';
import { fullInstant, shortInstant, zoneLabel } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';
import { number } from '../analytics/figure-texts';
import { linesOf, type LogLine } from './quiet-rounds';
import { triggerColumns, waitingCount } from './trigger-columns';
import { useSendRound, useSendRounds, type TriggerOutcome } from './triggers.hooks';

const outcomes: { id: TriggerOutcome; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'sent', label: 'Sent' },
  { id: 'nothing', label: 'Nothing sent' },
];
const isOutcome = (word: string | null): word is TriggerOutcome => word === 'sent' || word === 'nothing';

const pageSize = 50;

/** Every firing of the scheduler: what it planned, what left, and the rule or message that explains the rest. */
export function TriggerLogsTab({ campaign, now, onWhy }: { campaign: CampaignView; now: Date; onWhy: () => void }) {
  const [query, setQuery] = useSearchParams();
  const { timeZone } = useUi();
  const named = query.get('outcome');
  const outcome = isOutcome(named) ? named : 'all';
  const [trail, setTrail] = useState<(string | null)[]>([null]);
  const [open, setOpen] = useState<TriggerRow | null>(null);
  const cursor = trail.at(-1);
  const { data, isLoading, problem } = useSendRounds(campaign.id, outcome, { cursor, limit: pageSize });
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const openLine = ({ round, quiet }: LogLine) =>
    quiet ? setOpened((before) => new Set([...before, round.id])) : setOpen(round);
  const columns = useMemo(() => triggerColumns(timeZone, now, openLine), [timeZone, now]);
  const rows = data?.rows ?? [];
  const first = (trail.length - 1) * pageSize + 1;
  return (
    <>
      <FilterBar>
        <Segmented
          label="Outcome"
          value={outcome}
          items={outcomes}
          onValueChange={(next) => {
            setTrail([null]);
            setQuery(
              (current) => {
                if (next === 'all') current.delete('outcome');
                else current.set('outcome', next);
                return current;
              },
              { replace: true },
            );
          }}
        />
        <FilterEnd>
          {campaign.next.can_explain && <LinkButton onClick={onWhy}>Why is nothing sent now?</LinkButton>}
        </FilterEnd>
      </FilterBar>
      <DataTable<LogLine>
        label="Send log"
        columns={columns}
        rows={linesOf(rows, opened)}
        rowId={({ round }) => round.id}
        rowLabel={({ round, quiet }) =>
          quiet ? `${quiet.length} send rounds without an email` : `Send round ${round.sequence}`
        }
        onRowOpen={openLine}
        loading={isLoading}
        error={problem}
        filtered={outcome !== 'all'}
        empty={
          <EmptyState icon="clock" title="No send rounds yet">
            While the campaign is active and its window is open, one runs every {campaign.schedule.min_time_btwn_emails}{' '}
            minutes.
          </EmptyState>
        }
        emptyFiltered={
          <EmptyState icon="filter" title="No send rounds with this outcome">
            Choose All to see the others.
          </EmptyState>
        }
        paging={{
          from: rows.length === 0 ? 0 : first,
          to: rows.length === 0 ? 0 : first + rows.length - 1,
          ...(data && !data.total_is_capped ? { total: data.total } : {}),
          hasPrevious: trail.length > 1,
          hasNext: Boolean(data?.next_cursor),
          onPrevious: () => setTrail(trail.slice(0, -1)),
          onNext: () => {
            if (data?.next_cursor) setTrail([...trail, data.next_cursor]);
          },
          note: `Times in ${zoneLabel(timeZone)}`,
        }}
      />
      <Drawer
        open={open !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setOpen(null);
        }}
        title={open ? `Send round ${number(open.sequence)}` : 'Send round'}
        width={480}
      >
        {open && <Trigger campaign={campaign} row={open} />}
      </Drawer>
    </>
  );
}

/** The leads of a campaign that wait because of one constraint. */
const waitingAddress = (campaignId: number, code: string): string =>
  `/app/email-campaign/${campaignId}/overview/lead-list?constraint_codes=${code}`;

/** How many waited, with a link to those that wait for the same now; no mark is on a lead that only waits for its turn. */
function WaitingLeads({ campaignId, reason }: { campaignId: number; reason: TriggerRow['skipped'][number] }) {
  const leads = <Text $weight="medium">{reason.count === 1 ? '1 lead' : `${waitingCount(reason.count)} leads`}</Text>;
  if (reason.code === 'WAITING_TURN') return leads;
  return <BareLink href={waitingAddress(campaignId, reason.code)}>{leads}</BareLink>;
}

const emailLooks: Record<
  string,
  { glyph: 'done' | 'wait' | 'bad' | 'stopped' | 'warn'; tone?: 'success' | 'danger' | 'warning'; word: string }
> = {
  SENT: { glyph: 'done', tone: 'success', word: 'Sent' },
  RESERVED: { glyph: 'wait', word: 'Reserved' },
  SUBMITTING: { glyph: 'wait', word: 'On its way' },
  FAILED: { glyph: 'bad', tone: 'danger', word: 'Failed' },
  CANCELLED: { glyph: 'stopped', word: 'Cancelled' },
  IN_DOUBT: { glyph: 'warn', tone: 'warning', word: 'Treated as sent: the server did not confirm it' },
  SKIPPED: { glyph: 'stopped', word: 'Skipped' },
};

function Trigger({ campaign, row }: { campaign: CampaignView; row: TriggerRow }) {
  const { data, problem } = useSendRound(campaign.id, row.id);
  const { timeZone: zone } = useUi();
  return (
    <Stack $gap={4}>
      <div>
        <Heading as="p">{row.message ?? 'In progress'}</Heading>
        <Text $tone="secondary">{fullInstant(row.scheduled_at, zone)}</Text>
      </div>
      {row.skipped.length > 0 && (
        <section>
          <Heading as="h3" $size={3}>
            Who waited, and why
          </Heading>
          <ul>
            {row.skipped.map((reason) => (
              <li key={reason.code}>
                <WaitingLeads campaignId={campaign.id} reason={reason} /> {reason.text}
              </li>
            ))}
          </ul>
          <Text $tone="muted">
            Counts are from that moment. Links show the leads that wait for the same reason now.
          </Text>
        </section>
      )}
      {problem && <LoadProblem title="The emails could not be loaded." {...problem} />}
      {!data && !problem && <Loading label="Reading the emails" />}
      {data && data.emails.length > 0 && (
        <section>
          <Heading as="h3" $size={3}>
            {counted(data.emails.length, 'email')}
          </Heading>
          <Timeline
            label="Emails of this send round"
            items={data.emails.map((email) => {
              const look = emailLooks[email.state] ?? { glyph: 'wait' as const, word: email.state };
              return {
                id: email.intent_id,
                glyph: look.glyph,
                ...(look.tone ? { tone: look.tone } : {}),
                title: email.lead ? (
                  <BareLink href={`/app/lead/${email.lead.id}/view`}>{email.lead.name || email.lead.email}</BareLink>
                ) : (
                  'Deleted lead'
                ),
                detail: [
                  look.word,
                  `step ${email.seq_number ?? '–'} ${email.variant_label ?? ''}`.trim(),
                  `from ${email.mailbox_email}`,
                  email.note,
                ]
                  .filter(Boolean)
                  .join(', '),
                time: (
                  <span title={fullInstant(email.sent_at ?? email.send_at, zone)}>
                    {shortInstant(email.sent_at ?? email.send_at, new Date(email.send_at), zone)}
                  </span>
                ),
              };
            })}
          />
        </section>
      )}
      {data && data.emails.length === 0 && row.planned === 0 && <Text $tone="muted">No emails were reserved.</Text>}
    </Stack>
  );
}
