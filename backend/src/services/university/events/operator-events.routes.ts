import { operatorEventsContract } from '@skein/contracts/university/operator-events.contract';
import { routes } from '#platform/http/routes';
import type { UniversityDeps } from '../deps';
import { addEvent, changeEvent, deleteEvent, keepRecording, listEvents } from './operator-events';

/** Events that operators add, over HTTP: one line an endpoint. */
export const operatorEventsRoutes = (deps: UniversityDeps) =>
  routes(operatorEventsContract)(deps, {
    listOperatedEvents: () => listEvents(deps),
    addEvent: (_, { actor, body }) => addEvent(deps, actor.email, body),
    changeEvent: (_, { actor, params, body }) => changeEvent(deps, actor.email, params.eventSlug, body),
    keepRecording: (_, { actor, params, body }) => keepRecording(deps, actor.email, params.eventSlug, body),
    deleteEvent: (_, { actor, params }) => deleteEvent(deps, actor.email, params.eventSlug),
  });
