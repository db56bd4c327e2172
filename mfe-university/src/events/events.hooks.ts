import { useState } from 'react';
import { universityContract } from '@skein/contracts/university/university.contract';
import type { UniversityEvent } from '@skein/contracts/university/library';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { useUniversityEventsQuery, useUniversityRegisterMutation, useUniversityUnregisterMutation } from '../api';
import { foldSeries, monthsOf, seriesOf } from './event-day';

/** Events as their page shows them, in the person's time zone. */
export function useEvents() {
  const { data, error, refetch } = useUniversityEventsQuery({});
  const [register, registering] = useUniversityRegisterMutation();
  const [unregister, unregistering] = useUniversityUnregisterMutation();
  const { timeZone } = useUi();
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const { shown, more } = foldSeries(data?.upcoming ?? [], unfolded);
  const change = async (event: UniversityEvent) => {
    const call = { params: { eventId: event.id } };
    try {
      if (event.is_registered) await unregister(call).unwrap();
      else await register(call).unwrap();
      toasts.show({
        title: event.is_registered ? 'Registration canceled' : `You are registered for ${event.title}`,
        ...(event.is_registered ? {} : { text: 'You get a reminder one hour before it starts.' }),
      });
    } catch (problem) {
      showProblem('Your registration was not changed', problem);
    }
  };
  const saveCalendar = (event: UniversityEvent) =>
    saveAnswer(universityContract, 'calendarFile', { params: { eventId: event.id } }, `${event.title}.ics`).catch(
      (problem: unknown) => showProblem('The calendar file could not be created', problem),
    );
  return {
    isLoading: !data && !error,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    months: monthsOf(shown, timeZone),
    /** Dates of the same series that are folded away behind this one. */
    moreDates: (event: UniversityEvent) => more.get(event.id) ?? 0,
    unfold: (event: UniversityEvent) => setUnfolded((now) => [...now, seriesOf(event)]),
    past: data?.past ?? [],
    timeZone,
    isChanging: (event: UniversityEvent) =>
      [registering, unregistering].some((call) => call.isLoading && call.originalArgs?.params.eventId === event.id),
    change: (event: UniversityEvent) => void change(event),
    saveCalendar: (event: UniversityEvent) => void saveCalendar(event),
  };
}

export type Events = ReturnType<typeof useEvents>;
