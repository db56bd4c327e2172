import { v1TagsContract } from '@skein/contracts/v1/tags.contract';
import type { MainDeps } from '#main/deps';
import { saveTag } from '#labels/labels.api';
import { listTagsOfMailboxes, listWireTags, mapWireTags, tagByName } from './tags';
import { wireRoutes } from './wire-routes';

export const v1TagsRoutes = (deps: MainDeps) =>
  wireRoutes(v1TagsContract)(deps, {
    list: (d, { actor }) => listWireTags(d, actor),
    save: async (d, { actor, body }) => ({
      ok: true as const,
      data: await saveTag(d, actor, { ...body, id: body.id ?? undefined }),
    }),
    add: (d, { actor, body }) => mapWireTags(d, actor, body, true),
    remove: (d, { actor, query, body }) =>
      mapWireTags(
        d,
        actor,
        {
          email_account_ids: body.email_account_ids ?? query.email_account_ids,
          emails: body.emails ?? query.emails,
          tag_ids: body.tag_ids ?? query.tag_ids,
        },
        false,
      ),
    ofMailboxes: (d, { actor, body }) => listTagsOfMailboxes(d, actor, body.email_ids),
    addByName: (d, { actor, params, body }) => tagByName(d, actor, params.mailboxId, body.tag),
  });
