import type { ReplyTemplate } from '@skein/contracts/main/reply-templates.contract';
import { permissionsOf } from '@skein/contracts/permissions';
import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import { keepRecordChange } from '../bulk/keep-record-change';
import type { KeptTemplate } from '../bulk/record-action';
import { checkAttachments } from '../conversations/send-reply';
import {
  countTemplates,
  findTemplates,
  insertTemplate,
  removeTemplate,
  restoreTemplate,
  writeTemplate,
  type Reader,
  type TemplateRecord,
} from './reply-templates.store';

type TemplateDeps = Pick<MainDeps, 'db' | 'files'>;
type Input = Pick<TemplateRecord, 'name' | 'html' | 'attachments' | 'is_shared'>;

/** Templates of one person. */
const mostTemplates = 500;

/** An agency's client sees none of the agency's templates. */
export const readerOf = (who: Who): Reader => ({ userId: who.userId, ownOnly: who.client !== null });

const view = (who: Who, record: TemplateRecord): ReplyTemplate => ({
  id: record.id,
  name: record.name,
  html: record.html,
  attachments: record.attachments,
  is_shared: record.is_shared,
  is_own: record.user_id === who.userId,
  author: record.author,
  used_count: record.used_count,
  last_used_at: record.last_used_at?.toISOString() ?? null,
});

export const listTemplates = (deps: TemplateDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    templates: (await findTemplates(who.workspaceId, sql, readerOf(who))).map((record) => view(who, record)),
  }));

/** @throws SkeinError FORBIDDEN to share without the right to, VALIDATION */
export async function createTemplate(deps: TemplateDeps, who: Who, input: Input) {
  requireSharing(who, input.is_shared);
  const attachments = await checkAttachments(deps, who, input.attachments);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    if ((await countTemplates(who.workspaceId, sql, who.userId)) >= mostTemplates)
      throw invalidField('name', `cannot be added: you have ${mostTemplates} templates, delete one first`);
    const id = await insertTemplate(who.workspaceId, sql, who.userId, { ...input, attachments });
    const [record] = await findTemplates(who.workspaceId, sql, readerOf(who), id);
    return view(who, record as TemplateRecord);
  });
}

/** @throws SkeinError NOT_FOUND, FORBIDDEN for a shared one without the right to, VALIDATION */
export async function updateTemplate(deps: TemplateDeps, who: Who, id: number, input: Input) {
  const attachments = await checkAttachments(deps, who, input.attachments);
  return deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [before] = await findTemplates(who.workspaceId, sql, readerOf(who), id);
    if (!before) throw notFound('This template');
    requireSharing(who, before.is_shared || input.is_shared);
    // Whoever takes a colleague's template out of sharing would take it away from everybody else.
    if (before.user_id !== who.userId && !input.is_shared)
      throw new SkeinError('FORBIDDEN', 'Only its author can stop sharing a template.');
    await writeTemplate(who.workspaceId, sql, id, { ...input, attachments });
    const [record] = await findTemplates(who.workspaceId, sql, readerOf(who), id);
    return view(who, record as TemplateRecord);
  });
}

/** @throws SkeinError NOT_FOUND, FORBIDDEN for a shared one without the right to */
export const deleteTemplate = (deps: Pick<MainDeps, 'db' | 'campaignClock' | 'realClock'>, who: Who, id: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const [record] = await findTemplates(who.workspaceId, sql, readerOf(who), id);
    if (!record) throw notFound('This template');
    if (record.user_id !== who.userId) requireSharing(who, true);
    const template = await removeTemplate(who.workspaceId, sql, id);
    if (!template) throw notFound('This template');
    return {
      done: true as const,
      change_key: await keepRecordChange(deps, sql, who, { action: { do: 'delete_template', template } }),
    };
  });

/** Undoes deleting a template. @returns whether it is there again */
export async function undeleteTemplate(sql: SqlClient, who: Who, template: KeptTemplate): Promise<boolean> {
  if (template.user_id !== who.userId) requireSharing(who, true);
  if ((await countTemplates(who.workspaceId, sql, template.user_id)) >= mostTemplates) return false;
  return restoreTemplate(who.workspaceId, sql, template);
}

function requireSharing(who: Who, isShared: boolean): void {
  if (isShared && !permissionsOf(who).has('shared.write'))
    throw new SkeinError('FORBIDDEN', 'Your role cannot change templates that are shared with the workspace.');
}
