import { sandboxContract } from '@skein/contracts/main/sandbox.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { readMails } from './read-mails';
import { readRecord } from './read-record';
import { readServers } from './read-servers';
import { readTime } from './read-time';
import { setScale } from './set-scale';

export const sandboxRoutes = (deps: MainDeps) =>
  routes(sandboxContract)(deps, {
    time: (_, { actor }) => readTime(deps, actor.workspaceId),
    setScale: (_, request) => setScale(deps, request.actor.workspaceId, request.body.scale),
    servers: (_, request) => readServers(deps, request.actor),
    mails: (_, request) => readMails(deps, request.query.to, request.raw.req.header('host')),
    record: (_, request) =>
      readRecord(deps, request.actor, { campaignId: request.query.campaign_id, withMails: request.query.with_mails }),
  });
