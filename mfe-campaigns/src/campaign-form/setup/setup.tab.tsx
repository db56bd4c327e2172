import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { showProblem } from '@skein/mfe/toasts';
import { Stack } from '@skein/ui/layout';
import { ContinueButton, InBar } from '../bar-slot';
import { TabBody } from '../form-layout';
import type { TabProps } from '../form-page';
import { MissingNote } from '../missing-note';
import { MailboxCard } from './mailbox-card';
import { ScheduleCard, scheduleOf, useSaveSchedule } from './schedule-card';
import { SettingsCards } from './settings-cards';

/** Fourth tab: mailboxes, schedule, settings. `setting` in the address is scrolled to. */
export function SetupTab({ campaign, mayWrite }: TabProps) {
  const [query] = useSearchParams();
  const setting = query.get('setting');
  const saveSchedule = useSaveSchedule(campaign.id);
  useEffect(() => {
    if (!setting) return;
    const card = document.getElementById(setting);
    card?.scrollIntoView({ block: 'start' });
    card?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
  }, [setting]);
  // Going on says that the schedule is as it shall be, also when nobody changed it.
  const confirmSchedule = async () => {
    if (campaign.schedule.is_saved || !mayWrite) return true;
    try {
      await saveSchedule(scheduleOf(campaign));
      return true;
    } catch (error) {
      showProblem('The schedule was not saved', error);
      return false;
    }
  };
  return (
    <>
      <InBar><ContinueButton before={confirmSchedule} /></InBar>
      <TabBody $narrow>
        <Stack $gap={4}>
          <MissingNote campaign={campaign} tab="setup" />
          <MailboxCard campaign={campaign} mayWrite={mayWrite} />
          <ScheduleCard campaign={campaign} mayWrite={mayWrite} />
          <SettingsCards campaign={campaign} mayWrite={mayWrite} />
        </Stack>
      </TabBody>
    </>
  );
}
