import { useSearchParams } from '@skein/mfe/search-params';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Stack } from '@skein/ui/layout';
import { ContinueButton, InBar } from '../bar-slot';
import { TabBody } from '../form-layout';
import type { TabProps } from '../form-page';
import { MissingNote } from '../missing-note';
import { MailboxCard } from './mailbox-card';
import { ScheduleCard } from './schedule-card';
import { useSaveSchedule } from './schedule.hooks';
import { SettingsCards } from './settings-cards';
import type { Folding, SetupPart } from './setup-section';
import { VersionsDrawer } from '../versions-drawer';

/** A number that grows when the campaign was read again after a version was restored. */
function useFreshAfter(taken: number, updatedAt: string): number {
  const seen = useRef({ taken, updatedAt, fresh: 0 });
  if (seen.current.taken !== taken && seen.current.updatedAt !== updatedAt)
    seen.current = { taken, updatedAt, fresh: seen.current.fresh + 1 };
  if (seen.current.taken === taken) seen.current.updatedAt = updatedAt;
  return seen.current.fresh;
}

/** Fourth tab: mailboxes, schedule, settings. `setting` in the address is scrolled to. */
export function SetupTab({ campaign, mayWrite }: TabProps) {
  const [query] = useSearchParams();
  const [versions, setVersions] = useState(false);
  const [taken, setTaken] = useState(0);
  // The forms begin anew with what a version brought back, once the campaign was read again.
  const fresh = useFreshAfter(taken, campaign.updated_at);
  const setting = query.get('setting');
  const saveSchedule = useSaveSchedule(campaign.id);
  const [closed, setClosed] = useState<ReadonlySet<SetupPart>>(new Set(['stopping', 'tracking', 'advanced']));
  const folding: Folding = {
    isOpen: (part) => !closed.has(part),
    onToggle: (part) =>
      setClosed((now) => new Set(now.has(part) ? [...now].filter((other) => other !== part) : [...now, part])),
  };
  useEffect(() => {
    if (!setting) return;
    const card = document.getElementById(setting);
    const part = card?.closest<HTMLElement>('[data-part]')?.dataset['part'];
    if (part) flushSync(() => setClosed((now) => new Set([...now].filter((other) => other !== part))));
    card?.scrollIntoView({ block: 'start' });
    card?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
  }, [setting]);
  // What a version brought back replaces what was edited before it.
  const isReplaced = useRef(false);
  useEffect(() => {
    isReplaced.current = false;
  }, [fresh]);
  const mayKeep = () => !isReplaced.current;
  const checkSchedule = useRef<() => Promise<boolean>>(null);
  /** Opens the schedule where a time in it cannot be read: going on would silently keep the earlier one. */
  const isScheduleRight = async () => {
    if (!mayWrite || !checkSchedule.current || (await checkSchedule.current())) return true;
    flushSync(() => setClosed((now) => new Set([...now].filter((part) => part !== 'schedule'))));
    await checkSchedule.current();
    return false;
  };
  // Going on says that the schedule is as it shall be, also when nobody changed it.
  const confirmSchedule = async () => {
    if (!(await isScheduleRight())) return false;
    if (campaign.schedule.is_saved || !mayWrite) return true;
    try {
      // Nothing of it is named: a field that was typed a moment ago is on its way by itself, and stays.
      await saveSchedule({});
      return true;
    } catch (error) {
      showProblem('The schedule was not saved', error);
      return false;
    }
  };
  return (
    <>
      <InBar>
        {campaign.status !== 'DRAFTED' && (
          <Button icon="clock" onClick={() => setVersions(true)}>
            Versions
          </Button>
        )}
        <ContinueButton before={confirmSchedule} />
      </InBar>
      <TabBody $narrow>
        <Stack $gap={4}>
          <MissingNote campaign={campaign} tab="setup" />
          <MailboxCard campaign={campaign} mayWrite={mayWrite} folding={folding} />
          <ScheduleCard
            key={`schedule ${fresh}`}
            campaign={campaign}
            mayWrite={mayWrite}
            folding={folding}
            check={checkSchedule}
            mayKeep={mayKeep}
          />
          <SettingsCards
            key={`settings ${fresh}`}
            campaign={campaign}
            mayWrite={mayWrite}
            folding={folding}
            mayKeep={mayKeep}
          />
        </Stack>
      </TabBody>
      {versions && (
        <VersionsDrawer
          campaign={campaign}
          area="schedule"
          mayWrite={mayWrite}
          onClose={() => setVersions(false)}
          onTaken={(area) => {
            if (area === 'sequence') return;
            isReplaced.current = true;
            setTaken(taken + 1);
          }}
        />
      )}
    </>
  );
}
