import { useState } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { ReviewView } from '@skein/contracts/main/review.contract';
import { useCampaignNow, useCampaignTime } from '@skein/mfe/campaign-time';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { Field } from '@skein/ui/field';
import { DateField } from '@skein/ui/date-field';
import { zoneLabel } from '@skein/ui/instant';
import { withSentence } from '@skein/mfe/with-sentence';
import { FormDialog } from '../../form-dialog';
import { launchText } from './launch-text';
import { useCampaignAnew, useStatusChange } from './review.hooks';
import { fromWallClock, toWallClock } from '../setup/zoned-time';

interface LaunchProps {
  campaign: CampaignView;
  review: ReviewView;
  onClose: () => void;
  onLaunched: (campaign: CampaignView) => void;
}

/** Says in numbers what begins, and begins it. */
export function LaunchDialog({ campaign, review, onClose, onLaunched }: LaunchProps) {
  const now = useCampaignNow();
  const { launch } = useStatusChange(campaign);
  const fresh = useCampaignAnew(campaign);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      tone="normal"
      title={`Launch ${campaign.name}?`}
      confirmLabel="Launch now"
      description={launchText(fresh, review, now)}
      onConfirm={async () => onLaunched(await withSentence(launch()))}
    />
  );
}

/** Launches now, to send from a later time on: the gate is passed today. */
export function ScheduleDialog({ campaign, onClose, onLaunched }: Omit<LaunchProps, 'review'>) {
  const time = useCampaignTime();
  const zone = campaign.schedule.timezone;
  const [wall, setWall] = useState(() =>
    toWallClock(new Date(time.now().getTime() + 86_400_000).toISOString(), zone).replace(
      /T.*/,
      `T${campaign.schedule.start_hour}`,
    ),
  );
  const { launch } = useStatusChange(campaign);
  const at = fromWallClock(wall, zone);
  const problem =
    at === null
      ? 'Choose a date and a time'
      : Date.parse(at) <= time.now().getTime()
        ? 'This time is in the past'
        : null;
  return (
    <FormDialog
      title="Schedule the launch"
      submitLabel="Schedule launch"
      onClose={onClose}
      {...(problem ? { disabledReason: problem } : {})}
      onSubmit={async () => {
        if (at) onLaunched(await launch(at));
      }}
    >
      <Field
        label="First email not before"
        hint={`${zoneLabel(zone)} time. The campaign becomes active now and sends from then on, in its sending window.`}
        error={problem && wall !== '' ? `${problem}.` : undefined}
      >
        <DateField withTime timeZone={zone} value={wall} onValueChange={setWall} />
      </Field>
    </FormDialog>
  );
}
