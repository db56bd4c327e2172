import { useState } from 'react';
import { longestPushDelay } from '@skein/contracts/main/subsequence-triggers';
import { DelayField, secondsOf, splitDelay, type Delay } from '@skein/mfe/delay-field';
import { counted } from '@skein/ui/counted';
import { Field } from '@skein/ui/field';
import { Link } from '@skein/ui/link';
import { LoadProblem } from '@skein/ui/load-problem';
import { Loading, SkeletonLines } from '@skein/ui/skeleton';
import { Select } from '@skein/ui/select';
import { Text } from '@skein/ui/text';
import { toasts, undoLater } from '@skein/ui/toast-store';
import { nameOfLead } from '../inbox/use-change';
import type { AboutLead } from './about-lead';
import { RecordForm } from './record-form';
import { useSubsequencePush } from './use-subsequence-push';

/** Moves the lead of a conversation to a subsequence of its campaign, now or after a delay. */
export function SubsequenceDialog({ row }: AboutLead) {
  return <SubsequenceForm campaign={row.campaign} enrolmentIds={[row.enrolment_id]} name={nameOfLead(row)} />;
}

/** What the subsequence says, until something else is chosen. */
const usualDelay = (seconds: number): Delay =>
  seconds === 0 ? { amount: 0, unit: /* key */ 'day' } : splitDelay(seconds);

export interface SubsequenceFormProps {
  campaign: { id: number; name: string };
  enrolmentIds: readonly number[];
  /** Of the lead, or how many there are. */
  name: string;
  /** Told what is chosen instead of moving the leads: of those that nobody named one by one. */
  onPick?: (chosen: { subsequence_id: number; delay_seconds: number }) => void;
  /** Told with whether they were moved; the dialog of a thread closes by itself. */
  onClose?: (isMoved: boolean) => void;
}

/** Moves leads of one campaign to one of its subsequences. */
export function SubsequenceForm({ campaign, enrolmentIds, name, onPick, onClose }: SubsequenceFormProps) {
  const { subsequences, problem, push, moveBack } = useSubsequencePush(campaign.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<Delay | null>(null);
  const picked = subsequences?.find(({ id }) => String(id) === chosen) ?? subsequences?.[0];
  const delay = typed ?? usualDelay(picked?.rule.delay_seconds ?? 0);
  const seconds = Math.min(longestPushDelay, Math.max(0, secondsOf(delay.amount ?? 0, delay.unit)));
  const isOne = enrolmentIds.length === 1;
  const becauseOf = (reasons: readonly { reason: string; count: number }[]) =>
    reasons.map(({ reason, count }) => (isOne ? reason : `${reason} (${count})`)).join(', ');
  /** Leads to whom the subsequence has sent something stay in it, and the message says so. */
  const undo = async (subsequenceId: number, moved: number[]) => {
    const { changed, unchanged, reasons } = await moveBack(subsequenceId, moved);
    if (changed === 0) throw new Error(`${becauseOf(reasons)}.`);
    if (unchanged === 0) return false;
    toasts.show({
      key: 'undone',
      tone: 'info',
      title: `${counted(changed, 'lead')} moved back`,
      text: `${unchanged} not moved back: ${becauseOf(reasons)}.`,
    });
    return true;
  };
  const submit = async () => {
    if (!picked) return;
    if (onPick) return onPick({ subsequence_id: picked.id, delay_seconds: seconds });
    const made = await push(picked.id, enrolmentIds, seconds);
    const { changed, unchanged, reasons, pushed_enrolment_ids, change_key: key } = made;
    const because = becauseOf(reasons);
    if (changed === 0)
      throw new Error(
        `${name} ${isOne ? 'wasn’t' : 'weren’t'} moved. ${because || `Reload the ${isOne ? 'conversation' : 'inbox'}`}.`,
      );
    toasts.show({
      title: isOne ? `${name} moved to ${picked.name}` : `${counted(changed, 'lead')} moved to ${picked.name}`,
      ...(unchanged > 0 ? { text: `${unchanged} not moved: ${because}.` } : {}),
      undo: {
        ...undoLater(() => undo(picked.id, pushed_enrolment_ids)),
        ...(key === null ? {} : { keptAs: key }),
      },
    });
    onClose?.(true);
  };
  return (
    <RecordForm
      title="Move to subsequence"
      {...(picked
        ? {
            description: `${name} ${isOne ? 'gets' : 'get'} the subsequence’s steps instead of the rest of ${campaign.name}.`,
          }
        : {})}
      confirmLabel={isOne ? 'Move lead' : `Move ${name}`}
      refusal={picked ? undefined : 'The subsequences are not loaded yet.'}
      cannot={subsequences?.length === 0 ? 'This campaign has no subsequence yet.' : undefined}
      onSubmit={submit}
      {...(onClose ? { onClose: () => onClose(false) } : {})}
    >
      {!subsequences && !problem && (
        <Loading label="Loading the subsequences">
          <SkeletonLines lines={2} />
        </Loading>
      )}
      {problem && !subsequences && <LoadProblem title="The subsequences could not be loaded." {...problem} />}
      {subsequences?.length === 0 && (
        <Text>
          {campaign.name} has no subsequence yet.{' '}
          <Link href={`/app/campaign/${campaign.id}/new-subsequence`}>Create subsequence</Link>
        </Text>
      )}
      {picked && (
        <>
          <Field label="Subsequence">
            <Select
              value={String(picked.id)}
              onValueChange={(id) => {
                setChosen(id);
                setTyped(null);
              }}
              options={(subsequences ?? []).map(({ id, name: label, status }) => ({
                value: String(id),
                label: status === 'ACTIVE' ? label : `${label} (not running)`,
              }))}
            />
          </Field>
          <DelayField value={delay} onChange={setTyped} />
        </>
      )}
    </RecordForm>
  );
}
