import { readProblem } from '@skein/mfe/requests';
import {
  useAddEventMutation,
  useChangeEventMutation,
  useDeleteEventMutation,
  useKeepRecordingMutation,
  useOperatedEventsQuery,
} from './operator-api';

/** Events of the university as operators see them. */
export function useEvents() {
  const asked = useOperatedEventsQuery({});
  return { events: asked.data?.events ?? [], isLoading: asked.isFetching && !asked.data, problem: readProblem(asked) };
}

type EventBody = Parameters<ReturnType<typeof useAddEventMutation>[0]>[0]['body'];

/** What the dialogs do with an event. All of it rejects with the server's problem. */
export function useChangeEvents() {
  const [add] = useAddEventMutation();
  const [change] = useChangeEventMutation();
  const [keep] = useKeepRecordingMutation();
  const [remove] = useDeleteEventMutation();
  const params = (eventSlug: string) => ({ params: { eventSlug } });
  return {
    /** Adds an event, or changes the one with this slug. */
    save: (slug: string | undefined, body: EventBody) =>
      slug === undefined ? add({ body }).unwrap() : change({ ...params(slug), body }).unwrap(),
    keepRecording: (slug: string, day: string, url: string | null) =>
      keep({ ...params(slug), body: { day, url } }).unwrap(),
    remove: (slug: string) => remove(params(slug)).unwrap(),
  };
}
