import { useState } from 'react';
import { Checkbox } from '@skein/ui/checkbox';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { NumberInput } from '@skein/ui/number-input';
import { counted } from '@skein/ui/counted';

interface DialogProps<Argument> { count: number; onClose: () => void; onConfirm: (argument: Argument) => Promise<void> }

/** Resumes leads, at once or after some days. */
export function ResumeDialog({ count, onClose, onConfirm }: DialogProps<number>) {
  const [days, setDays] = useState<number | null>(0);
  return (
    <ConfirmDialog open tone="normal" onOpenChange={(open) => { if (!open) onClose(); }} title={`Resume ${counted(count, 'lead')}`} confirmLabel="Resume" description="Their next step is due after this many days. Leads that unsubscribed, bounced or are on the block list stay as they are."
      onConfirm={() => onConfirm(days ?? 0)}>
      <Field label="Wait"><NumberInput value={days} onValueChange={setDays} min={0} max={365} unit="days" /></Field>
    </ConfirmDialog>
  );
}

/** Unsubscribes leads here, or everywhere, which also puts their addresses on the block list. */
export function UnsubscribeDialog({ count, onClose, onConfirm }: DialogProps<boolean>) {
  const [everywhere, setEverywhere] = useState(false);
  return (
    <ConfirmDialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`Unsubscribe ${counted(count, 'lead')}`} confirmLabel="Unsubscribe" description={`${counted(count, 'lead')} get no further email of ${everywhere ? 'any campaign, and their addresses go on the block list' : 'this campaign'}.`} onConfirm={() => onConfirm(everywhere)}>
      <Checkbox checked={everywhere} onCheckedChange={setEverywhere} label="From all campaigns" />
    </ConfirmDialog>
  );
}

/** Takes leads out of the campaign, after their number was typed when there are many. */
export function RemoveDialog({ count, onClose, onConfirm }: DialogProps<void>) {
  return (
    <ConfirmDialog open onOpenChange={(open) => { if (!open) onClose(); }} title={`Take ${counted(count, 'lead')} out of the campaign`} confirmLabel="Take out" {...(count >= 10 ? { typedText: String(count) } : {})}
      description="They get no further email of this campaign, and what is reserved for them is taken back. The leads themselves stay, and so do the emails that were sent." onConfirm={() => onConfirm()} />
  );
}
