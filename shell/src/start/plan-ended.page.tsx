import { Navigate } from 'react-router-dom';
import { planEnd, planState } from '@skein/contracts/plan-access';
import { usePage } from '@skein/mfe/page';
import { planDates } from '@skein/mfe/plans';
import { useSessionPlan, useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { dayOfInstant } from '@skein/ui/instant';
import { ContactLink } from '../contact-link';
import { logOut } from '../session/log-out';
import { usePlanCheck } from './use-plan-check';

const dayOf = (at: Date | string) => dayOfInstant(at, Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whom to ask: members their owner, the owner whoever runs the installation. */
function WhomToAsk({ owner, contact }: { owner: string | null; contact: string | null }) {
  if (owner) return `Ask ${owner} to renew it.`;
  if (!contact) return 'Ask the people who run this installation to renew it.';
  return (
    <>
      Ask <ContactLink contact={contact} /> to renew it.
    </>
  );
}

/** /app/plan-ended: what ended, what still works, and whom to ask. */
export function PlanEndedPage() {
  const user = useUser();
  const plan = useSessionPlan();
  const { check, isChecking } = usePlanCheck();
  const what = plan?.plan_type === 'trial' ? 'trial' : 'plan';
  usePage([{ label: `The ${what} has ended` }]);
  const now = Date.now();
  if (!plan || user.isClient || planState(planDates(plan), now) !== 'ended') return <Navigate to="/app" replace />;
  const end = planEnd(planDates(plan), now);
  return (
    <div style={{ margin: 'auto' }}>
      <EmptyState
        icon="clock"
        title={`The ${what} of ${user.workspace.name} ended${end ? ` on ${dayOf(end)}` : ''}`}
        actions={
          <>
            {user.workspace.owner_name === null && (
              <Button variant="primary" href="/app/settings/subscription">
                Choose a plan
              </Button>
            )}
            <Button loading={isChecking} onClick={check}>
              Check again
            </Button>
            <Button onClick={() => void logOut()}>Log out</Button>
          </>
        }
        note="Nothing was deleted. Campaigns stopped sending and continue once it is renewed. Until then everything can be read with an API key."
      >
        <WhomToAsk owner={user.workspace.owner_name} contact={plan.contact} />
      </EmptyState>
    </div>
  );
}
