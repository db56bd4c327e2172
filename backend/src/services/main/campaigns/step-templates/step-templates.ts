import type { SqlClient } from '#platform/db/database';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import {
  findTemplates,
  insertTemplate,
  lockTemplates,
  removeTemplate,
  writeTemplate,
  type StepTemplateRecord,
} from './step-templates.store';

/** More than this are no choice any more. */
const mostTemplates = 300;

interface TemplateChange {
  name?: string;
  subject?: string;
  email_body?: string;
}

/** Templates of the team, or those of the client who asks, by name. */
export const listStepTemplates = (deps: Pick<MainDeps, 'db'>, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => ({
    templates: (await findVisible(sql, who)).map((template) => toView(who, template)),
  }));

/** @throws SkeinError VALIDATION for a taken name, LIMIT_REACHED beyond 300 */
export const saveStepTemplate = (
  deps: Pick<MainDeps, 'db'>,
  who: Who,
  given: { name: string; subject: string; email_body: string },
) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await lockTemplates(who.workspaceId, sql);
    const present = await findVisible(sql, who);
    if (present.length >= mostTemplates)
      throw new SkeinError(
        'LIMIT_REACHED',
        `There are ${mostTemplates} templates already. Delete one that is not used any more.`,
      );
    refuseTaken(present, given.name);
    const id = await insertTemplate(who.workspaceId, sql, {
      clientId: who.client?.id ?? null,
      createdBy: who.userId,
      name: given.name,
      subject: given.subject,
      emailBody: given.email_body,
    });
    return toView(who, (await findVisible(sql, who)).find((template) => template.id === id) as StepTemplateRecord);
  });

/** @throws SkeinError NOT_FOUND, FORBIDDEN for what a limited member did not make, VALIDATION for a taken name */
export const changeStepTemplate = (deps: Pick<MainDeps, 'db'>, who: Who, id: number, change: TemplateChange) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await lockTemplates(who.workspaceId, sql);
    await requireOwn(sql, who, id);
    if (change.name !== undefined)
      refuseTaken(
        (await findVisible(sql, who)).filter((template) => template.id !== id),
        change.name,
      );
    await writeTemplate(who.workspaceId, sql, id, change);
    return toView(who, await requireOwn(sql, who, id));
  });

/** @throws SkeinError NOT_FOUND, FORBIDDEN for what a limited member did not make */
export const deleteStepTemplate = (deps: Pick<MainDeps, 'db'>, who: Who, id: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    await requireOwn(sql, who, id);
    await removeTemplate(who.workspaceId, sql, id);
    return { done: true as const };
  });

const findVisible = (sql: SqlClient, who: Who) => findTemplates(who.workspaceId, sql, who.client?.id ?? null);

/** Limited members use every template of the team and change those they made. */
const mayChange = (who: Who, template: StepTemplateRecord): boolean =>
  Boolean(who.client) || who.role !== 'LIMITED_FULL_MEMBER_ACCESS' || template.created_by === who.userId;

async function requireOwn(sql: SqlClient, who: Who, id: number): Promise<StepTemplateRecord> {
  const template = (await findVisible(sql, who)).find((each) => each.id === id);
  if (!template) throw notFound('This template');
  if (!mayChange(who, template))
    throw new SkeinError(
      'FORBIDDEN',
      'This template was made by someone else. Save your text as a template of your own.',
    );
  return template;
}

function refuseTaken(templates: readonly StepTemplateRecord[], name: string): void {
  if (templates.some((template) => template.name.toLowerCase() === name.toLowerCase()))
    throw invalidField('name', 'is taken by another template');
}

const toView = (who: Who, template: StepTemplateRecord) => ({
  id: template.id,
  name: template.name,
  subject: template.subject,
  email_body: template.email_body,
  created_by_name: template.created_by_name,
  updated_at: template.updated_at,
  may_change: who.role !== 'VIEW_ONLY_ACCESS' && mayChange(who, template),
});
