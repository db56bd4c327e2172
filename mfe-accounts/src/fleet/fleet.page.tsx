import { useState, type ReactNode } from 'react';
import { LoadProblem } from '@skein/ui/load-problem';
import type { FleetView } from '@skein/contracts/main/fleet.contract';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { Card } from '@skein/ui/card';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Link } from '@skein/ui/link';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { counted } from '@skein/ui/counted';
import { StateLines, TwoColumns } from '../mailbox/card-parts';
import { BurnOutCard } from './burn-out-card';
import { CapacityCard } from './capacity-card';
import { FloorCard, LogCard, ResponsesCard } from './fleet-lines';
import { useFleet, useFleetPlan } from './fleet.hooks';
import { RulesDialog } from './rules-dialog';

const number = (value: number) => value.toLocaleString('en-US');
const names = { GMAIL: 'Google', OUTLOOK: 'Outlook', OTHER: 'Other servers' } as const;
const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

/** Shares of mailboxes against shares of leads, in points. */
function MixCard({ mix }: { mix: NonNullable<FleetView['mix']> }) {
  const mailboxes = mix.reduce((sum, each) => sum + each.mailboxes, 0);
  const leads = mix.reduce((sum, each) => sum + each.leads, 0);
  return (
    <Card title="Provider mix" detail="mailboxes that send, leads that wait" padded={false}>
      <StateLines
        lines={mix.map((each) => {
          const [has, wants] = [share(each.mailboxes, mailboxes), share(each.leads, leads)];
          const short = leads === 0 ? 0 : wants - has;
          return {
            id: each.provider,
            state: short > 5 ? ('waiting' as const) : ('good' as const),
            name: names[each.provider],
            text: `${has}% of mailboxes (${number(each.mailboxes)}), ${wants}% of leads (${number(each.leads)})`,
            end:
              leads === 0
                ? 'No lead waits'
                : short > 5
                  ? `${short} pt short`
                  : short < -5
                    ? `${-short} pt more`
                    : 'Matches',
          };
        })}
      />
    </Card>
  );
}

function ChecksCard({ checks }: { checks: FleetView['checks'] }) {
  return (
    <Card
      title={
        checks.total === 0
          ? 'Names and signatures are complete'
          : `${counted(checks.total, 'mailbox', 'mailboxes')} to finish`
      }
      detail={
        checks.total === 0
          ? undefined
          : checks.total > checks.rows.length
            ? `the first ${checks.rows.length}`
            : 'names and signatures'
      }
      padded={checks.total === 0}
    >
      {checks.total === 0 ? (
        <Hint>Every mailbox has a sender name and a signature that includes it.</Hint>
      ) : (
        <StateLines
          lines={checks.rows.map((row) => ({
            id: String(row.id),
            state: 'waiting' as const,
            name: row.text,
            text: <Link href={`/app/email-account/${row.id}/management`}>{row.from_email}</Link>,
          }))}
        />
      )}
    </Card>
  );
}

/** Capacity and pods, and below them the page's other cards with what was held back and done. */
function PlanSection({ children }: { children: (lower: ReactNode) => ReactNode }) {
  const { plan, problem, refetch, release, releasing } = useFleetPlan();
  const [isEditing, setEditing] = useState(false);
  const writes = useAccess().may('mailbox.write');
  const now = useCampaignNow(60_000);
  if (!plan)
    return (
      <>
        {problem && (
          <LoadProblem title="The plan could not be loaded." message={problem} onRetry={() => void refetch()} />
        )}
        {children(null)}
      </>
    );
  return (
    <>
      <CapacityCard plan={plan} onRules={writes ? () => setEditing(true) : null} />
      {children(
        <>
          {plan.short_campaigns.length > 0 && <FloorCard campaigns={plan.short_campaigns} />}
          <ResponsesCard responses={plan.responses} releasing={releasing} onRelease={(id) => void release(id)} />
          <LogCard log={plan.log} />
        </>,
      )}
      {isEditing && <RulesDialog rules={plan.rules} now={now} onClose={() => setEditing(false)} />}
    </>
  );
}

/** All mailboxes together: /app/email-accounts/fleet. */
export function FleetPage() {
  usePage([{ label: 'Email accounts', to: '/app/email-accounts' }, { label: 'Fleet' }]);
  const { fleet, problem, refetch, rest, resting } = useFleet();
  const totals = fleet?.totals;
  return (
    <>
      <PageHeader title="Fleet" detail="All mailboxes together, and which of them need rest" />
      <PageBody $well>
        {!fleet || !totals ? (
          problem ? (
            <LoadProblem title="The fleet could not be loaded." message={problem} onRetry={() => void refetch()} />
          ) : (
            <Loading label="Loading the fleet">
              <SkeletonRows rows={8} />
            </Loading>
          )
        ) : (
          <Stack $gap={4}>
            <Stats aria-label="Fleet">
              <Stat
                label="Mailboxes"
                value={number(totals.mailboxes)}
                detail={`${number(totals.suspended)} suspended`}
              />
              <Stat
                label="Can send"
                value={number(totals.sending)}
                definition="Connected, neither suspended nor resting."
                detail={`${counted(totals.per_day, 'email', 'emails')} a day`}
              />
              <Stat label="Resting" value={number(totals.resting)} />
              <Stat label="Warming up" value={number(totals.warming)} />
              <Stat
                label="Need attention"
                value={number(totals.failing)}
                definition="Their login fails."
                detail="cannot send"
              />
              <Stat label="High risk" value={number(totals.high)} detail="risk of 60 or more" />
            </Stats>
            <PlanSection>
              {(lower) => (
                <>
                  <BurnOutCard
                    mailboxes={fleet.mailboxes}
                    totals={totals}
                    resting={resting}
                    onRest={(ids, days) => void rest(ids, days)}
                  />
                  <TwoColumns>
                    <div>
                      {fleet.mix && <MixCard mix={fleet.mix} />}
                      <ChecksCard checks={fleet.checks} />
                    </div>
                    <div>{lower}</div>
                  </TwoColumns>
                </>
              )}
            </PlanSection>
          </Stack>
        )}
      </PageBody>
    </>
  );
}
