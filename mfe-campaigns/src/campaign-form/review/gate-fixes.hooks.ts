import { quietFirstDay } from '@skein/contracts/constants';
import { useAccess } from '@skein/mfe/access';
import { inParts } from '@skein/mfe/lists/selection-ids';
import { ProblemError, problemOf, type Problem } from '@skein/mfe/problem';
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

interface Limit {
  id: number;
  perDay: number;
}

/** What was done of something, and the first reason why not all of it was. */
interface Done<Item> {
  done: Item[];
  failure: Problem | null;
}

/** "3 mailboxes", or "3 of 5 mailboxes" where some were asked for in vain. */
const share = (done: number, asked: number) => (done === asked ? many(asked) : `${done} of ${many(asked)}`);

/** Says what was done, with a way back for that, and why the rest was not. */
function tellDone<Item>(
  { done, failure }: Done<Item>,
  words: { done: string; failed: string },
  undo: (done: Item[]) => Promise<Done<Item>>,
): void {
  if (done.length === 0) {
    if (failure) showProblem(words.failed, failure);
    else toasts.show({ tone: 'info', title: 'No mailbox needed the change' });
    return;
  }
  toasts.show({
    title: words.done,
    ...(failure && { tone: 'warning' as const, text: failure.message }),
    undo: {
      run: async () => {
        const { failure: notUndone } = await undo(done);
        if (notUndone) throw new ProblemError(notUndone);
      },
    },
  });
}

/** Fixes for what the launch check found about mailboxes; none where this person may not change them. */
export function useGateFixes(campaignId: number): Partial<Record<string, GateFix>> {
  const { may } = useAccess();
  const [switchMany] = useFormSwitchWarmupMutation();
  const [update] = useFormUpdateMailboxMutation();
  const [readMailboxes] = useLazyFormCampaignMailboxesQuery();
  const switchWarmup = async (ids: readonly number[], enabled: boolean): Promise<Done<number>> => {
    const done: number[] = [];
    try {
      for (const mailbox_ids of inParts(ids, atOnce))
        done.push(...(await switchMany({ body: { mailbox_ids, enabled } }).unwrap()).changed);
      return { done, failure: null };
    } catch (error) {
      return { done, failure: problemOf(error) };
    }
  };
  /** Each by itself: one that is refused keeps none of the others. */
  const setLimits = async (limits: readonly Limit[], perDayOf: (limit: Limit) => number): Promise<Done<Limit>> => {
    const done: Limit[] = [];
    let failure: Problem | null = null;
    for (const part of inParts(limits, parallel)) {
      const answers = await Promise.allSettled(
        part.map((limit) =>
          update({ params: { mailboxId: limit.id }, body: { message_per_day: perDayOf(limit) } }).unwrap(),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'rejected') failure ??= problemOf(answer.reason);
        else done.push(part[index] as Limit);
      }
    }
    return { done, failure };
  };
  const turnOnWarmup = async (ids: readonly number[]) => {
    const result = await switchWarmup(ids, true);
    const asked = result.failure ? ids.length : result.done.length;
    tellDone(
      result,
      { done: `Warmup on for ${share(result.done.length, asked)}`, failed: 'Warmup was not turned on' },
      (done) => switchWarmup(done, false),
    );
  };
  const lower = async (ids: readonly number[]) => {
    const failed = 'The daily limit was not lowered';
    try {
      const { mailboxes } = await readMailboxes({ params: { campaignId } }).unwrap();
      const high = mailboxes
        .filter(({ id, message_per_day: perDay }) => ids.includes(id) && perDay > quietFirstDay)
        .map(({ id, message_per_day: perDay }) => ({ id, perDay }));
      const result = await setLimits(high, () => quietFirstDay);
      tellDone(
        result,
        { done: `${share(result.done.length, high.length)} lowered to ${quietFirstDay} emails a day`, failed },
        (done) => setLimits(done, ({ perDay }) => perDay),
      );
    } catch (error) {
      showProblem(failed, error);
    }
  };
  if (!may('mailbox.write')) return {};
  return {
    WARMUP_OFF: { label: 'Turn on warmup', run: turnOnWarmup },
    FIRST_DAY_HIGH: { label: `Lower to ${quietFirstDay} a day`, run: lower },
  };
}
