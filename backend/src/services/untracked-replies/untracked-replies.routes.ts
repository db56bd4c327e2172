import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { routes } from '#platform/http/routes';
import { createLive } from '#platform/live/live';
import type { UntrackedRepliesDeps } from './deps';
import { associate, findLeads, getUntracked, listUntracked, updateUntracked } from './untracked-replies';

export function untrackedRepliesRoutes(deps: UntrackedRepliesDeps) {
  const own = { db: deps.db, live: createLive(deps.db), heavyWork: deps.heavyWork, replies: deps.replies };
  return routes(untrackedRepliesContract)(deps, {
    listUntracked: (_, { actor, query }) => listUntracked(own, actor, query),
    getUntracked: (_, { actor, params }) => getUntracked(own, actor, params.replyId),
    findLeads: (_, { actor, query }) => findLeads(own, actor, query.search),
    associate: (_, { actor, params, body }) => associate(own, actor, params.replyId, body),
    updateUntracked: (_, { actor, body }) => updateUntracked(own, actor, body.ids, body.do),
  });
}
