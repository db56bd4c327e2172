import { universityContract } from '@skein/contracts/university/university.contract';
import { routes } from '#platform/http/routes';
import type { UniversityDeps } from './deps';
import { readCalendarFile, readEvents, register, unregister } from './events/read-events';
import { servePicture } from './library/serve-picture';
import { serveVideo } from './library/serve-video';
import { keepProgress, readItem, readLibrary, searchLibrary } from './library/read-library';

export const universityRoutes = (deps: UniversityDeps) =>
  routes(universityContract)(deps, {
    library: (_, { actor }) => readLibrary(deps, actor),
    search: (_, { query }) => searchLibrary(deps, query.q),
    item: (_, { actor, params }) => readItem(deps, actor, params.slug),
    video: (_, { params, raw }) => serveVideo(deps, params.file, raw.req.header('range') ?? null),
    picture: (_, { params }) => servePicture(deps, params.file),
    keepProgress: (_, { actor, params, body }) => keepProgress(deps, actor, params.slug, body),
    events: (_, { actor }) => readEvents(deps, actor),
    register: (_, { actor, params }) => register(deps, actor, params.eventId),
    unregister: (_, { actor, params }) => unregister(deps, actor, params.eventId),
    calendarFile: (_, { actor, params }) => readCalendarFile(deps, actor, params.eventId),
  });
