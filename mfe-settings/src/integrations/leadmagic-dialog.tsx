import { useState } from 'react';
import { leadMagicKinds } from '@skein/contracts/main/lead-sources.contract';
import { problemOf } from '@skein/mfe/problem';
import { Button } from '@skein/ui/button';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { Dialog } from '@skein/ui/dialog';
import { Field } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Select } from '@skein/ui/select';
import { toasts } from '@skein/ui/toast-store';
import { useLeadMagic } from './leadmagic.hooks';

type Job = (typeof leadMagicKinds)[number];
const jobs: Record<Job, string> = {
  VERIFY: 'Verify email addresses',
  FIND: 'Find addresses for invalid ones',
  TITLE: 'Look up missing job titles',
};

/** A run of LeadMagic over a list: what it costs at most is shown before it begins. */
export function LeadMagicDialog({ integrationId, onClose }: { integrationId: number; onClose: () => void }) {
  const { lists, price: quoted, ask, start, isStarting } = useLeadMagic(integrationId);
  const [job, setJob] = useState<Job>('VERIFY');
  const [list, setList] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (nextJob: Job, nextList: string | null) => {
    setJob(nextJob);
    setList(nextList);
    setProblem(null);
    if (nextList) ask(nextJob, Number(nextList)).catch((error: unknown) => setProblem(problemOf(error).message));
  };
  const begin = async () => {
    if (!list) return setProblem('Choose a list.');
    try {
      const { leads } = await start(job, Number(list));
      toasts.show({
        title: `LeadMagic is asked for ${counted(leads, 'lead')}`,
        text: 'The sync log shows how far it is.',
      });
      onClose();
    } catch (error) {
      setProblem(problemOf(error).message);
    }
    return undefined;
  };
  const price = list ? quoted : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title="Find or verify with LeadMagic"
      description="You pay LeadMagic’s credits, and only for results."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            loading={isStarting}
            disabled={!price || price.leads === 0}
            onClick={() => void begin()}
          >
            {price && price.leads > 0
              ? `Start, at most ${price.most_credits.toLocaleString('en-US')} credits`
              : 'Start'}
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {problem && <Callout tone="danger">{problem}</Callout>}
        <Field label="Action">
          <Select
            value={job}
            onValueChange={(next) => choose(next, list)}
            options={leadMagicKinds.map((value) => ({ value, label: jobs[value] }))}
          />
        </Field>
        <Field label="Lead list">
          <Select
            value={list}
            onValueChange={(next) => choose(job, next)}
            placeholder={lists?.length === 0 ? 'There is no list yet' : 'Choose a list'}
            options={(lists ?? []).map((row) => ({ value: String(row.id), label: row.name }))}
          />
        </Field>
        <div aria-live="polite">
          {price && (
            <Callout tone={price.most_credits > price.credits_left ? 'warning' : 'info'}>
              {price.leads === 0
                ? 'No lead of this list needs that.'
                : `${counted(price.leads, 'lead')}, at most ${price.most_credits.toLocaleString('en-US')} credits. ${price.credits_left.toLocaleString('en-US')} credits are left.`}
            </Callout>
          )}
        </div>
      </Stack>
    </Dialog>
  );
}
