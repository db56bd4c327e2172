import { useState } from 'react';
import { DelayField, secondsOf, splitDelay, type Delay } from '@skein/mfe/delay-field';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { Switch } from '@skein/ui/switch';
import { manyLeads } from '../overview/lead-list/lead-dialogs';

export interface PushTarget {
  id: number;
  name: string;
  rule: { delay_seconds: number; stop_on_parent_reply: boolean };
}

/** Pushes leads manually into one of the subsequences, with a delay and a stop of their own where the usual ones do not fit. */
export function PushDialog({
  count,
  targets,
  onClose,
  onConfirm,
}: {
  /** Null: more than are counted. */ count: number | null;
  targets: readonly PushTarget[];
  onClose: () => void;
  onConfirm: (target: PushTarget, options: { delay_seconds: number; stop_on_parent_reply: boolean }) => Promise<void>;
}) {
  const [target, setTarget] = useState<PushTarget | undefined>(targets[0]);
  const [delay, setDelay] = useState<Delay>(() => splitDelay(targets[0]?.rule.delay_seconds ?? 0));
  const [stops, setStops] = useState(targets[0]?.rule.stop_on_parent_reply ?? true);
  const choose = (id: string) => {
    const chosen = targets.find((one) => String(one.id) === id);
    setTarget(chosen);
    if (!chosen) return;
    setDelay(splitDelay(chosen.rule.delay_seconds));
    setStops(chosen.rule.stop_on_parent_reply);
  };
  const seconds = Math.min(365 * 86_400, Math.max(0, secondsOf(delay.amount ?? 0, delay.unit)));
  return (
    <ConfirmDialog
      open
      tone="normal"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Move ${manyLeads(count)} to a subsequence`}
      confirmLabel="Move"
      description="They are completed in this campaign, and their scheduled emails here are cancelled. Leads that are in the subsequence already, or must not be emailed, stay as they are."
      onConfirm={async () => {
        if (target) await onConfirm(target, { delay_seconds: seconds, stop_on_parent_reply: stops });
      }}
    >
      <Stack $gap={4}>
        <Field label="Subsequence">
          <Select
            value={String(target?.id ?? '')}
            onValueChange={choose}
            options={targets.map((one) => ({ value: String(one.id), label: one.name }))}
          />
        </Field>
        <DelayField value={delay} onChange={setDelay} />
        <Switch label="Stop on a reply in this campaign" checked={stops} onCheckedChange={setStops} />
      </Stack>
    </ConfirmDialog>
  );
}
