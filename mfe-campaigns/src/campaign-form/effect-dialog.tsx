import { useState } from 'react';
import type { EditEffect } from '@skein/contracts/main/campaign-edits.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { Dialog } from '@skein/ui/dialog';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Heading, Text } from '@skein/ui/text';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { fullInstant } from '@skein/ui/instant';
import type { Edit } from './edit.types';
import { useEditEffect } from './effect-dialog.hooks';

/** What an edit does, in numbers, before it applies. They come from making the edit and taking it back. */
export function EffectDialog({
  campaignId,
  edit,
  onApply,
  onClose,
  title = 'What this changes',
}: {
  campaignId: number;
  edit: Edit;
  onApply: () => Promise<unknown>;
  onClose: () => void;
  title?: string;
}) {
  const { effect, error, isFetching, refetch } = useEditEffect(campaignId, edit);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    try {
      await onApply();
      toasts.show({ title: 'Applied' });
      onClose();
    } catch (failed) {
      setProblem(problemOf(failed).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={title}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button
            variant="primary"
            loading={busy}
            onClick={() => void apply()}
            {...(!effect || effect.refusal ? { disabledReason: effect?.refusal ?? 'Still counting' } : {})}
          >
            Apply
          </Button>
        </>
      }
    >
      <Stack $gap={4} aria-busy={isFetching}>
        {error && (
          <Callout
            tone="danger"
            role="alert"
            title="The effect couldn’t be calculated."
            actions={
              <Button size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {problemOf(error).message}
          </Callout>
        )}
        {problem && (
          <Callout tone="danger" role="alert" title="It was not applied.">
            {problem}
          </Callout>
        )}
        {!effect && !error && <Loading label="Counting what this changes" />}
        {effect?.refusal && (
          <Callout tone="danger" role="alert" title="This cannot be applied.">
            {effect.refusal}
          </Callout>
        )}
        {effect && !effect.refusal && <Effect effect={effect} />}
      </Stack>
    </Dialog>
  );
}

const rows = (effect: EditEffect): string[] => [
  ...effect.new_steps.map(
    (step) =>
      `New step ${step.seq_number}: ${counted(step.leads, 'open lead')} will get it${step.past > 0 ? `, ${counted(step.past, 'lead')} past its place will not` : ''}.`,
  ),
  ...effect.removed_steps.map(
    (step) => `Removed step ${step.seq_number}: ${counted(step.leads, 'open lead')} hadn’t received it yet.`,
  ),
  ...(effect.leads.ended > 0
    ? [`${counted(effect.leads.ended, 'lead')} will be completed, because no steps are left.`]
    : []),
  ...(effect.leads.sooner > 0 ? [`${counted(effect.leads.sooner, 'lead')} will be due sooner.`] : []),
  ...(effect.leads.later > 0 ? [`${counted(effect.leads.later, 'lead')} will be due later.`] : []),
  ...(effect.reserved_taken_back > 0
    ? [`${counted(effect.reserved_taken_back, 'reserved email')} cancelled and planned again.`]
    : []),
  effect.leads.resent === 0
    ? 'No lead gets a step twice.'
    : `${counted(effect.leads.resent, 'lead')} would get a step twice.`,
];

function Effect({ effect }: { effect: EditEffect }) {
  const { timeZone } = useUi();
  const last = (outlook: EditEffect['before']) =>
    outlook?.last_send_at ? fullInstant(String(outlook.last_send_at), timeZone) : 'none';
  return (
    <>
      {effect.changes.length === 0 && <Text $tone="secondary">Nothing changes.</Text>}
      {effect.changes.length > 0 && (
        <section>
          <Heading as="h3" $size={3}>
            Changes
          </Heading>
          <ul>
            {effect.changes.map((change) => (
              <li key={`${change.area} ${change.text}`}>{change.text}</li>
            ))}
          </ul>
        </section>
      )}
      <Stats>
        <Stat size="small" label="Open leads" value={effect.leads.open.toLocaleString('en-US')} />
        <Stat size="small" label="Stay at their step" value={effect.leads.unchanged.toLocaleString('en-US')} />
        <Stat size="small" label="Go to another step" value={effect.leads.moved.toLocaleString('en-US')} />
      </Stats>
      <section>
        <Heading as="h3" $size={3}>
          For the leads
        </Heading>
        <ul>
          {rows(effect).map((row) => (
            <li key={row}>{row}</li>
          ))}
        </ul>
      </section>
      {effect.before && effect.after && (
        <section>
          <Heading as="h3" $size={3}>
            Forecast
          </Heading>
          <Text as="p">
            {effect.before.emails === effect.after.emails
              ? `${counted(effect.after.emails, 'email')}, as before.`
              : `${counted(effect.before.emails, 'email')} become ${effect.after.emails.toLocaleString('en-US')}.`}{' '}
            Last send {last(effect.before)}
            {last(effect.before) === last(effect.after) ? ', as before' : ` becomes ${last(effect.after)}`}.
          </Text>
        </section>
      )}
    </>
  );
}
