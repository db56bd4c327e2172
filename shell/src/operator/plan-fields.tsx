import type { PlanChange } from '@skein/contracts/main/operator.contract';
import { planTypes, type PlanType } from '@skein/contracts/constants';
import type { OperatorWorkspaceView } from '@skein/contracts/main/operator-views';
import { planNames } from '@skein/mfe/plans';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { Select } from '@skein/ui/select';
import { endOf } from './operator-labels';

/** What the form of a plan holds: the end as a day, '' for none. */
export interface PlanValues {
  plan: PlanType;
  end: string;
  leads: number | null;
  emails: number | null;
}

const day = (instant: string | null) => instant?.slice(0, 10) ?? '';

export const planValues = (workspace: OperatorWorkspaceView): PlanValues => ({
  plan: workspace.plan_type,
  end: day(endOf(workspace)),
  leads: workspace.lead_limit,
  emails: workspace.email_limit,
});

/** A plan lasts until its last day is over, everywhere (UTC). A day that stays as it is keeps its time. */
export function planChange(values: PlanValues, before?: OperatorWorkspaceView): PlanChange {
  const kept = before && day(endOf(before)) === values.end && before.plan_type === values.plan ? endOf(before) : null;
  const end = values.end === '' ? null : (kept ?? `${values.end}T23:59:59.000Z`);
  const isTrial = values.plan === 'trial';
  return {
    plan_type: values.plan,
    is_subscribed: !isTrial,
    subscription_end_at: isTrial ? null : end,
    ...(isTrial ? { trial_end_at: end } : {}),
    lead_limit: values.leads,
    email_limit: values.emails,
  };
}

/** Plan, end and limits. */
export function PlanFields({
  values,
  onChange,
  errors,
}: {
  values: PlanValues;
  onChange: (values: PlanValues) => void;
  errors: Record<string, string>;
}) {
  return (
    <>
      <Field label="Plan" error={errors['plan_type']}>
        <Select
          value={values.plan}
          onValueChange={(plan) => onChange({ ...values, plan })}
          options={planTypes.map((value) => ({ value, label: planNames[value] }))}
        />
      </Field>
      <Field
        label="Last day"
        optional={values.plan !== 'trial'}
        hint={values.plan === 'trial' ? undefined : 'Leave empty for no end date.'}
        error={errors['subscription_end_at'] ?? errors['trial_end_at']}
      >
        <DateField value={values.end} onValueChange={(end) => onChange({ ...values, end })} />
      </Field>
      <Field label="Leads" optional hint="Leave empty to use the plan’s limit." error={errors['lead_limit']}>
        <NumberInput
          value={values.leads}
          min={0}
          max={1_000_000_000}
          onValueChange={(leads) => onChange({ ...values, leads })}
        />
      </Field>
      <Field label="Emails a month" optional hint="Leave empty to use the plan’s limit." error={errors['email_limit']}>
        <NumberInput
          value={values.emails}
          min={0}
          max={1_000_000_000}
          onValueChange={(emails) => onChange({ ...values, emails })}
        />
      </Field>
    </>
  );
}
