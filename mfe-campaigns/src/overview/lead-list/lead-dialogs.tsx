import { useState } from 'react';
import { Checkbox } from '@skein/ui/checkbox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { counted } from '@skein/ui/counted';

interface DialogProps<Argument> {
  /** Null: more than are counted. */ count: number | null;
  onClose: () => void;
  onConfirm: (argument: Argument) => Promise<void>;
}

/** How many leads a dialog is about. */
export const manyLeads = (count: number | null): string =>
  count === null ? 'all leads that match' : counted(count, 'lead');

/** Resumes leads, at once or after some days. */
export function ResumeDialog({ count, onClose, onConfirm }: DialogProps<number>) {
  const [days, setDays] = useState<number | null>(0);
  return (
    <ConfirmDialog
      open
      tone="normal"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Resume ${manyLeads(count)}`}
      confirmLabel="Resume"
      description="Their next step is due after this many days. Leads that unsubscribed, bounced or are on the block list stay as they are."
      onConfirm={() => onConfirm(days ?? 0)}
    >
      <Field label="Wait">
        <NumberInput value={days} onValueChange={setDays} min={0} max={365} unit="days" />
      </Field>
    </ConfirmDialog>
  );
}

/** Unsubscribes leads here, or everywhere, which also puts their addresses on the block list. */
export function UnsubscribeDialog({ count, onClose, onConfirm }: DialogProps<boolean>) {
  const [everywhere, setEverywhere] = useState(false);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Unsubscribe ${manyLeads(count)}`}
      confirmLabel="Unsubscribe"
      description={`${count === null ? 'All leads that match get' : counted(count, 'lead gets', 'leads get')} no more emails from ${everywhere ? `any campaign, and ${count === 1 ? 'its address is' : 'their addresses are'} added to the block list` : 'this campaign'}.`}
      onConfirm={() => onConfirm(everywhere)}
    >
      <Checkbox checked={everywhere} onCheckedChange={setEverywhere} label="From all campaigns" />
    </ConfirmDialog>
  );
}

/** Takes leads out of the campaign, after their number was typed when there are many. */
export function RemoveDialog({ count, onClose, onConfirm }: DialogProps<void>) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove ${manyLeads(count)} from the campaign`}
      confirmLabel="Remove"
      {...(count === null ? { typedText: 'remove' } : count >= 10 ? { typedText: String(count) } : {})}
      description="They get no more emails from this campaign, and their scheduled emails are cancelled. The leads and the emails already sent stay."
      onConfirm={() => onConfirm()}
    />
  );
}
