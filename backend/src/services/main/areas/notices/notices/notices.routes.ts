import { noticesContract } from '@skein/contracts/main/notices.contract';
import { routes } from '../../../../../platform/http/routes';
import type { MainDeps } from '../../../deps';
import { listNotices, markNotices, readChoices, saveChoices } from './read-notices';

export const noticesRoutes = (deps: MainDeps) =>
  routes(noticesContract)(deps, {
    listNotices: (d, { actor, query }) => listNotices(d, actor, query),
    markRead: (d, { actor, body }) => markNotices(d, actor, body),
    readChoices: (d, { actor }) => readChoices(d, actor),
    saveChoices: (d, { actor, body }) => saveChoices(d, actor, body.choices),
  });
