import { v1LeadListsContract } from '@skein/contracts/v1/lead-lists.contract';
import type { MainDeps } from '#main/deps';
import { listTags } from '#labels/labels.api';
import {
  createList,
  deleteList,
  getList,
  listLists,
  updateList,
  listLeadTasks,
  getLead,
  listNotes,
  tagLead,
} from '#leads/leads.api';
import {
  assignListTags,
  importIntoList,
  pushCampaignToList,
  pushToCampaign,
  pushToList,
  removeLeadTag,
  toWireList,
} from './lead-lists';
import { wireRoutes } from './wire-routes';

const ok = { ok: true as const };
const tagsOf = (lead: Awaited<ReturnType<typeof getLead>>) => ({
  ...ok,
  data: lead.tags.map(({ mapping_id, ...tag }) => ({ ...tag, tag_mapping_id: mapping_id })),
});

export const v1LeadListsRoutes = (deps: MainDeps) =>
  wireRoutes(v1LeadListsContract)(deps, {
    list: (d, { actor, query }) =>
      listLists(d, actor, {
        search: query.listName,
        tag_ids: query.tagIds,
        offset: query.offset,
        limit: query.limit,
      }).then(({ rows, total }) => ({ ...ok, data: { lists: rows.map(toWireList), totalCount: total } })),
    create: (d, { actor, body }) =>
      createList(d, actor, { name: body.listName }).then((list) => ({ ...ok, data: toWireList(list) })),
    get: (d, { actor, params }) => getList(d, actor, params.listId).then((list) => ({ ...ok, data: toWireList(list) })),
    rename: (d, { actor, params, body }) =>
      updateList(d, actor, params.listId, { name: body.listName }).then((list) => ({ ...ok, data: toWireList(list) })),
    remove: (d, { actor, params }) => deleteList(d, actor, params.listId).then(() => ok),
    import: (d, { actor, params, body }) =>
      importIntoList(d, actor, { listId: params.listId, leads: body.leadList, settings: body.csvSettings }),
    assignTags: (d, { actor, body }) => assignListTags(d, actor, body),
    pushBetweenLists: (d, { actor, body }) => pushToList(d, actor, body),
    pushToCampaign: (d, { actor, body }) => pushToCampaign(d, actor, body),
    pushToList: (d, { actor, body }) => pushToList(d, actor, { ...body, toListId: body.listId }),
    pushCampaignToList: (d, { actor, body }) => pushCampaignToList(d, actor, { ...body, toListId: body.listId }),
    tags: async (d, { actor, query }) =>
      query.leadId === undefined
        ? {
            ...ok,
            data: (await listTags(d, actor)).tags.map(({ id, name, color }) => ({
              id,
              name,
              color,
              tag_mapping_id: null,
            })),
          }
        : tagsOf(await getLead(d, actor, query.leadId)),
    addTags: (d, { actor, body }) =>
      tagLead(d, actor, body.leadId, { tag_ids: body.tagIds, remove_tag_ids: [] }).then(tagsOf),
    removeTag: (d, { actor, params }) => removeLeadTag(d, actor, params.tagMappingId),
    notes: (d, { actor, params }) =>
      listNotes(d, actor, params.leadId).then(({ notes }) =>
        notes.map((note) => ({
          id: note.id,
          lead_id: params.leadId,
          note_message: note.note_message,
          created_by: note.created_by_name,
          created_at: note.created_at,
        })),
      ),
    tasks: (d, { actor, params }) =>
      listLeadTasks(d, actor, params.leadId).then(({ tasks }) =>
        tasks.map((task) => ({
          id: task.id,
          lead_id: params.leadId,
          name: task.name,
          description: task.description,
          priority: task.priority,
          due_date: task.due_at,
          status: task.status,
          created_at: task.created_at,
        })),
      ),
  });
