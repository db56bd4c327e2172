import { useLocation } from 'react-router-dom';
import { planEndedAddress } from '@skein/contracts/navigation-guards';
import { planState } from '@skein/contracts/plan-access';
import { isAgencyAddress, productName } from '@skein/mfe/brand';
import { navigateTo } from '@skein/mfe/navigation';
import { planDates } from '@skein/mfe/plans';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { Icon } from '@skein/ui/icon';
import { Strip } from './frame-style';

/** Says on every page that the plan has ended. Clients are told to ask their agency, and nothing of its plan. */
export function PlanStrip() {
  const user = useSessionUser();
  const plan = useSessionPlan();
  const { pathname } = useLocation();
  if (!user || !plan) return null;
  const state = planState(planDates(plan), Date.now());
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
