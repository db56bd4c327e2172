import { useState } from 'react';
import { fleetRules, type FleetRulesView } from '@skein/contracts/main/fleet-plan.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { DateField } from '@skein/ui/date-field';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Switch } from '@skein/ui/switch';
import { toasts } from '@skein/ui/toast-store';
import { usePhone } from '@skein/ui/use-media';
import { useSaveFleetRules } from './fleet.hooks';

type Draft = {
  [Key in keyof FleetRulesView]: FleetRulesView[Key] | (FleetRulesView[Key] extends number ? null : never);
};

/** The Monday on or after a day. */
const nextMonday = (now: Date): string => {
  const day = new Date(now.getTime() + ((8 - now.getUTCDay()) % 7) * 86_400_000);
  return day.toISOString().slice(0, 10);
};

/** How mailboxes take turns, and what no rest may go below. */
export function RulesDialog({ rules, now, onClose }: { rules: FleetRulesView | null; now: Date; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(
    () => rules ?? { pods: 4, send_weeks: 3, rest_from: nextMonday(now), least_sending: 0, rests_high_risk: false },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const { save, isSaving } = useSaveFleetRules();
  const set = (change: Partial<Draft>) => setDraft((present) => ({ ...present, ...change }));
  const parsed = fleetRules.safeParse(draft);
  const errorOf = (name: keyof FleetRulesView) =>
    parsed.success || draft[name] === null
      ? draft[name] === null && 'Enter a number.'
      : parsed.error.issues.find((issue) => issue.path[0] === name)?.message;
  const submit = async () => {
    if (!parsed.success) return;
    try {
      const done = await save(parsed.data);
      toasts.show({
        title: 'Fleet rules saved',
        text: `${done.assigned} assigned to pods, ${done.rested} resting, ${done.ended} no longer resting, ${done.held_back} kept sending by the floor.`,
      });
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  // Half of a phone is too little for a date.
  const isPhone = usePhone();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Fleet rules"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={isSaving} disabled={!parsed.success} onClick={() => void submit()}>
            Save rules
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && (
          <Callout tone="danger" role="alert" title="The rules were not saved">
            {problem}
          </Callout>
        )}
        <Grid $columns={isPhone ? 1 : 2} $gap={4}>
          <Field
            label="Pods"
            hint="0 = no pods. Mailboxes are spread so that no domain rests as a whole."
            error={errorOf('pods')}
          >
            <NumberInput value={draft.pods} onValueChange={(pods) => set({ pods })} min={0} max={12} />
          </Field>
          <Field label="Weeks of sending" hint="Then the pod rests for a week." error={errorOf('send_weeks')}>
            <NumberInput
              value={draft.send_weeks}
              onValueChange={(send_weeks) => set({ send_weeks })}
              min={1}
              max={12}
              unit="weeks"
            />
          </Field>
          <Field
            label="First rest week of pod A"
            hint="The other pods follow a week apart."
            error={errorOf('rest_from')}
          >
            <DateField value={draft.rest_from} onValueChange={(rest_from) => set({ rest_from })} />
          </Field>
          <Field
            label="Mailboxes per campaign"
            hint="A rest waits rather than leave a running campaign with fewer. 0 = no floor."
            error={errorOf('least_sending')}
          >
            <NumberInput
              value={draft.least_sending}
              onValueChange={(least_sending) => set({ least_sending })}
              min={0}
              max={500}
            />
          </Field>
        </Grid>
        <Switch
          label="Rest mailboxes close to burning out"
          hint="With a risk of 60 or more, for 7 days."
          checked={draft.rests_high_risk}
          onCheckedChange={(rests_high_risk) => set({ rests_high_risk })}
        />
      </Stack>
    </Dialog>
  );
}
