import { workspaceDeletionContract } from '@skein/contracts/main/workspace-deletion.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readDeletion, requestDeletion, cancelDeletion } from './request-deletion';

export const workspaceDeletionRoutes = (deps: MainDeps) =>
  routes(workspaceDeletionContract)(deps, {
    readDeletion: (d, { actor }) => readDeletion(d, actor),
    requestDeletion: (d, { actor, body, raw }) => requestDeletion(d, actor, body.name, raw.req.raw),
    cancelDeletion: (d, { actor }) => cancelDeletion(d, actor),
  });
