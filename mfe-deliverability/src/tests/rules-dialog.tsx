import { useState } from 'react';
import { Button } from '@skein/ui/button';
import { Dialog } from '@skein/ui/dialog';
import { Field, Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading, SkeletonRows } from '@skein/ui/skeleton';
import { LoadProblem } from '@skein/ui/load-problem';
import { useChangeTest, useTestSettings } from '../placement.hooks';
import { FollowFields } from './follow-card';
import { ScheduleFields } from './schedule-card';
import { ShortNumber } from './short-number';
import { changesOf, needsOf, valuesOf, type Draft, type TestValues } from './test-values';

interface RulesDialogProps {
  test: { id: number; name: string; type: 'manual' | 'auto' };
  onClose: () => void;
}

/** When a test runs, when it passes, and what follows when placement falls. */
export function RulesDialog({ test, onClose }: RulesDialogProps) {
  const { fresh, problem } = useTestSettings(test.id);
  // What the form began with stays while it is open: a test that is read again does not overwrite what was typed.
  const [settings, setSettings] = useState<Draft | null>(null);
  if (!settings && fresh) setSettings(fresh);
  if (settings) return <RulesForm key={test.id} {...{ test, onClose }} settings={settings} />;
  return (
    <Dialog open onOpenChange={onClose} title={titleOf(test)}>
      {problem ? (
        <LoadProblem title="Could not load the test" {...problem} />
      ) : (
        <Loading label="Loading the test">
          <SkeletonRows rows={4} />
        </Loading>
      )}
    </Dialog>
  );
}

const titleOf = ({ name, type }: RulesDialogProps['test']) =>
  `${type === 'auto' ? 'Schedule and rules' : 'Rules'} for ${name}`;

function RulesForm({ test, settings, onClose }: RulesDialogProps & { settings: Draft }) {
  const { change, isChanging } = useChangeTest(test.id, onClose);
  // Times are those of the test's own zone: its cron schedule is read in it.
  const timeZone = settings.test.time_zone;
  const [begun] = useState<TestValues>(() => valuesOf(settings, timeZone));
  const [values, setValues] = useState(begun);
  const set = (next: Partial<TestValues>) => setValues((present) => ({ ...present, ...next }));
  const isFromCampaign = settings.test.campaign_id !== null;
  const body = changesOf(begun, values, { type: test.type, timeZone, isFromCampaign });
  const needs = needsOf(values, test.type);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isChanging && onClose()}
      title={titleOf(test)}
      description="Changes apply from the next run. A rule that you switch off ends at once."
      footer={
        <>
          <Button onClick={onClose} {...(isChanging ? { disabledReason: 'Your changes are being saved' } : {})}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={isChanging}
            onClick={() => change(body)}
            {...(needs.length > 0
              ? { disabledReason: `Still needed: ${needs.join(', ')}` }
              : Object.keys(body).length === 0
                ? { disabledReason: 'Nothing was changed' }
                : {})}
          >
            Save changes
          </Button>
        </>
      }
    >
      <Stack $gap={4}>
        {test.type === 'auto' && <ScheduleFields form={{ values, set, timeZone }} />}
        <Field label="Passes at" hint="Share of emails in inbox and tabs.">
          <ShortNumber unit="%" min={1} max={100} value={values.passes} onValueChange={(passes) => set({ passes })} />
        </Field>
        {!settings.test.is_self_sent && (
          <FollowFields form={{ values, set, type: test.type, origin: isFromCampaign ? 'campaign' : 'here' }} />
        )}
        <Hint>
          The email, its mailboxes and its seeds stay the same, so the runs can be compared. Duplicate the test to
          change them.
        </Hint>
      </Stack>
    </Dialog>
  );
}
