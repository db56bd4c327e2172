import { universityContract } from '@skein/contracts/university/university.contract';
import type { UniversityEvent } from '@skein/contracts/university/library';
import { saveAnswer } from '@skein/mfe/save-answer';
import { showProblem } from '@skein/mfe/toasts';
import { toasts } from '@skein/ui/toast-store';
import { useUi } from '@skein/ui/ui-provider';
import { useUniversityEventsQuery, useUniversityRegisterMutation, useUniversityUnregisterMutation } from '../api';

/** Events as their page shows them, in the person's time zone. */
export function useEvents() {
  const { data, error, refetch } = useUniversityEventsQuery({});
  const [register, registering] = useUniversityRegisterMutation();
  const [unregister, unregistering] = useUniversityUnregisterMutation();
  const { timeZone } = useUi();
  const change = async (event: UniversityEvent) => {
    const call = { params: { eventId: event.id } };
    try {
      if (event.is_registered) await unregister(call).unwrap();
      else await register(call).unwrap();
      toasts.show({
        title: event.is_registered ? 'Registration canceled' : `You are registered for ${event.title}`,
        ...(event.is_registered ? {} : { text: 'Add it to your calendar to get a reminder.' }),
      });
    } catch (problem) {
      showProblem('Your registration was not changed', problem);
    }
  };
  const saveCalendar = (event: UniversityEvent) =>
    saveAnswer(universityContract, 'calendarFile', { params: { eventId: event.id } }, `${event.title}.ics`).catch(
      (problem: unknown) => showProblem('The calendar file could not be made', problem),
    );
  return {
    isLoading: !data && !error,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    upcoming: data?.upcoming ?? [],
    past: data?.past ?? [],
    timeZone,
    changing: registering.originalArgs?.params.eventId ?? unregistering.originalArgs?.params.eventId ?? null,
    isChanging: registering.isLoading || unregistering.isLoading,
    change: (event: UniversityEvent) => void change(event),
    saveCalendar: (event: UniversityEvent) => void saveCalendar(event),
  };
}

export type Events = ReturnType<typeof useEvents>;
