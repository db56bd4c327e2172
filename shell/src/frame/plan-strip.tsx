import { useLocation } from 'react-router-dom';
import { planEndedAddress } from '@skein/contracts/navigation-guards';
import { planState } from '@skein/contracts/plan-access';
import { isAgencyAddress, productName } from '@skein/mfe/brand';
import { navigateTo } from '@skein/mfe/navigation';
import { planDates } from '@skein/mfe/plans';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { Icon } from '@skein/ui/icon';
import { dayOfInstant } from '@skein/ui/instant';
import { useUi } from '@skein/ui/ui-provider';
import { Strip } from './frame-style';

const subscription = '/app/settings/subscription';

/** Says on every page that a payment failed or the plan has ended. Clients are told to ask their agency, and nothing of its plan. */
export function PlanStrip() {
  const user = useSessionUser();
  const plan = useSessionPlan();
  const { pathname } = useLocation();
  const { timeZone } = useUi();
  if (!user || !plan) return null;
  const state = planState(planDates(plan), Date.now());
  if (plan.payment_works_until && state !== 'ended')
    return (
      <Strip role="status">
        <Icon name="alert" size={14} />
        <span>
          Your last payment failed. Everything keeps working until{' '}
          {dayOfInstant(plan.payment_works_until, timeZone, 'day')}.
        </span>
        {pathname !== subscription && (
          <button type="button" onClick={() => navigateTo(subscription)}>
            Update card
          </button>
        )}
      </Strip>
    );
  if (state !== 'ended' && (state !== 'grace' || user.isClient)) return null;
  if (user.isClient)
    return (
      <Strip role="status">
        <Icon name="info" size={14} />
        <span>Changes are switched off for now. Ask {isAgencyAddress() ? productName() : user.workspace.name}.</span>
      </Strip>
    );
  return (
    <Strip role="status">
      <Icon name="alert" size={14} />
      <span>
        {state === 'ended'
          ? `The ${plan.plan_type === 'trial' ? 'trial' : 'plan'} has ended. Nothing is sent.`
          : 'The plan has ended. Everything still works for one day.'}
      </span>
      {state === 'ended' && pathname !== planEndedAddress && (
        <button type="button" onClick={() => navigateTo(planEndedAddress)}>
          What to do
        </button>
      )}
    </Strip>
  );
}
