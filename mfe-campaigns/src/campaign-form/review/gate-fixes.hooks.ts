import { quietFirstDay } from '@skein/contracts/constants';
import { useAccess } from '@skein/mfe/access';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { showProblem } from '@skein/mfe/toasts';
import { counted } from '@skein/ui/counted';
import { toasts } from '@skein/ui/toast-store';
import { useFormSwitchWarmupMutation, useFormUpdateMailboxMutation, useLazyFormCampaignMailboxesQuery } from '../api';

/** Mailboxes that one call switches. */
const atOnce = 500;
/** Mailboxes that are changed at the same time. */
const parallel = 8;

/** What can be put right on the review itself, by the code of the finding; each with a way back. */
export interface GateFix {
  label: string;
  run: (mailboxIds: readonly number[]) => Promise<void>;
}

const many = (count: number) => counted(count, 'mailbox', 'mailboxes');

/** Fixes for what the launch check found about mailboxes; none where this person may not change them. */
export function useGateFixes(campaignId: number): Partial<Record<string, GateFix>> {
  const { may } = useAccess();
  const [switchMany] = useFormSwitchWarmupMutation();
  const [update] = useFormUpdateMailboxMutation();
  const [readMailboxes] = useLazyFormCampaignMailboxesQuery();
  const switchWarmup = async (ids: readonly number[], enabled: boolean): Promise<number[]> => {
    const changed: number[] = [];
    for (const mailbox_ids of inParts(ids, atOnce))
      changed.push(...(await switchMany({ body: { mailbox_ids, enabled } }).unwrap()).changed);
    return changed;
  };
  const setLimits = async (limits: readonly { id: number; perDay: number }[]): Promise<void> => {
    for (const part of inParts(limits, parallel))
      await Promise.all(
        part.map(({ id, perDay }) => update({ params: { mailboxId: id }, body: { message_per_day: perDay } }).unwrap()),
      );
  };
  const turnOnWarmup = async (ids: readonly number[]) => {
    try {
      const changed = await switchWarmup(ids, true);
      toasts.show({
        title: `Warmup on for ${many(changed.length)}`,
        undo: { run: async () => void (await switchWarmup(changed, false)) },
      });
    } catch (error) {
      showProblem('Warmup was not turned on', error);
    }
  };
  const lower = async (ids: readonly number[]) => {
    try {
      const { mailboxes } = await readMailboxes({ params: { campaignId } }).unwrap();
      const before = mailboxes
        .filter(({ id, message_per_day: perDay }) => ids.includes(id) && perDay > quietFirstDay)
        .map(({ id, message_per_day: perDay }) => ({ id, perDay }));
      await setLimits(before.map(({ id }) => ({ id, perDay: quietFirstDay })));
      toasts.show({
        title: `${many(before.length)} lowered to ${quietFirstDay} emails a day`,
        undo: { run: () => setLimits(before) },
      });
    } catch (error) {
      showProblem('The daily limit was not lowered', error);
    }
  };
  if (!may('mailbox.write')) return {};
  return {
    WARMUP_OFF: { label: 'Turn on warmup', run: turnOnWarmup },
    FIRST_DAY_HIGH: { label: `Lower to ${quietFirstDay} a day`, run: lower },
  };
}
