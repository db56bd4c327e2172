import { useState } from 'react';
import { updateMailboxBody } from '@skein/contracts/main/mailboxes.contract';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { problemOf } from '@skein/mfe/problem';
import { Callout } from '@skein/ui/callout';
import { Card, CardBody } from '@skein/ui/card';
import { DateField } from '@skein/ui/date-field';
import { Field } from '@skein/ui/field';
import { dayText } from '@skein/ui/instant';
import { Grid, Stack } from '@skein/ui/layout';
import { NumberInput } from '@skein/ui/number-input';
import { Switch } from '@skein/ui/switch';
import { toasts } from '@skein/ui/toast-store';
import { useUpdateMailbox } from './mailbox.hooks';
import type { TabProps } from './tab-props';
import { SaveFoot } from './save-foot';
import { capAfter, dayIn, rampChange, rampDraft, type RampDraft } from './ramp-change';

/** A cap that grows day by day, and days on which campaigns leave the mailbox alone. It begins anew, by its key, when either is another. */
export function RampAndRest({ mailbox }: TabProps) {
  const now = useCampaignNow(60_000);
  const { update } = useUpdateMailbox(mailbox.id);
  const [before] = useState<RampDraft>(() => rampDraft(mailbox, now));
  const [draft, setDraft] = useState(before);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isDirty = Object.keys(rampChange(draft, before)).length > 0;
  const set = (change: Partial<RampDraft>) => setDraft((present) => ({ ...present, ...change }));
  const parsed = updateMailboxBody.safeParse(rampChange(draft, before));
  const errorOf = (name: 'start' | 'increase') =>
    draft.isGrowing && draft[name] === null
      ? 'Enter a number.'
      : parsed.success
        ? undefined
        : parsed.error.issues.find((issue) => issue.path.at(-1) === name)?.message;
  const today = dayIn(now.toISOString(), mailbox.time_zone);
  const restError =
    draft.rest !== '' && draft.rest !== before.rest && draft.rest <= today ? 'Choose a day after today.' : undefined;
  const isGood =
    parsed.success && !restError && (!draft.isGrowing || (draft.start !== null && draft.increase !== null));
  const save = async () => {
    if (!isGood) return;
    setSaving(true);
    setProblem(null);
    try {
      await update(rampChange(draft, before));
      toasts.show({ title: 'Ramp and rest saved' });
    } catch (error) {
      setProblem(problemOf(error).message);
    } finally {
      setSaving(false);
    }
  };
  const { start, increase } = draft;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Card title="Ramp and rest" padded={false}>
        <CardBody>
          <Stack $gap={4}>
            <Switch
              checked={draft.isGrowing}
              onCheckedChange={(isGrowing) => set({ isGrowing })}
              label="Raise the daily limit day by day"
              hint={
                mailbox.ramp && before.isGrowing
                  ? `Since ${dayText(mailbox.ramp.from)}, up to ${mailbox.message_per_day} a day.`
                  : `Begins today, and ends at ${mailbox.message_per_day} a day.`
              }
            />
            {draft.isGrowing && (
              <Grid $min={180}>
                <Field label="First day" error={errorOf('start')}>
                  <NumberInput
                    value={start}
                    onValueChange={(value) => set({ start: value })}
                    min={1}
                    max={2000}
                    unit="a day"
                  />
                </Field>
                <Field
                  label="More each day"
                  hint={
                    start !== null && increase !== null
                      ? `${capAfter(start, increase, 7, mailbox.message_per_day)} a day after a week.`
                      : ''
                  }
                  error={errorOf('increase')}
                >
                  <NumberInput
                    value={increase}
                    onValueChange={(value) => set({ increase: value })}
                    min={0}
                    max={500}
                    unit="a day"
                  />
                </Field>
              </Grid>
            )}
            <Field
              label="Rests until"
              optional
              hint="The first day campaigns use it again, in its time zone. Replies you write and warmup continue."
              error={restError}
            >
              <DateField
                value={draft.rest}
                timeZone={mailbox.time_zone}
                min={today}
                onValueChange={(rest) => set({ rest })}
              />
            </Field>
            {problem && (
              <Callout tone="danger" role="alert">
                {problem}
              </Callout>
            )}
          </Stack>
        </CardBody>
        <SaveFoot
          isDirty={isDirty}
          isGood={isGood}
          isSaving={isSaving}
          onUndo={() => {
            setDraft(before);
            setProblem(null);
          }}
        />
      </Card>
    </form>
  );
}
