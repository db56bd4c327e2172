import { planTable, unlocksLimit } from '@skein/contracts/plan-limits';
import type { ViewList } from '@skein/contracts/main/list-views.contract';
import type { RequestActor } from '#platform/http/request-actor';
import { planLimitReached } from '#platform/http/plan-refusals';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import {
  findChoices,
  findViews,
  insertView,
  lockAndCountViews,
  removeView,
  writeChoice,
  writeView,
  type ViewRow,
} from './list-views.store';

type ViewDeps = Pick<MainDeps, 'db'>;

/** Where the plan has no limit (packages/contracts/src/plan-limits.ts), as many as fit on a menu. */
const mostViewsAnywhere = 100;
/** A person's choices name lists of the product; more names than this are a mistake. */
const mostLists = 60;

/** Views and choices of the person who asks. */
export const listViews = (deps: ViewDeps, actor: RequestActor) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => ({
    views: await findViews(actor.workspaceId, sql, actor.userId),
    choices: await findChoices(actor.workspaceId, sql, actor.userId),
    most_views: planTable[actor.planType].views,
  }));

/**
 * @throws SkeinError FORBIDDEN for a client without full_access (docs/domain.md), LIMIT_REACHED beyond the plan's
 * number, VALIDATION for a taken name
 */
export const saveView = (
  deps: ViewDeps,
  actor: RequestActor,
  view: { list: ViewList; name: string; address: string },
) =>
  deps.db.tenantSql(actor.workspaceId, async (sql): Promise<ViewRow> => {
    if (actor.client && !actor.client.permissions.includes('full_access'))
      throw new SkeinError('FORBIDDEN', 'Views are kept with full access; ask your agency for it.');
    const most = planTable[actor.planType].views;
    const count = await lockAndCountViews(actor.workspaceId, sql, actor.userId);
    if (most !== null && count >= most) throw planLimitReached(unlocksLimit(actor.planType, 'views', most));
    if (count >= mostViewsAnywhere)
      throw invalidField('name', `cannot be added: ${mostViewsAnywhere} views are kept at most`);
    refuseTaken(await findViews(actor.workspaceId, sql, actor.userId), view.list, view.name);
    return insertView(actor.workspaceId, sql, actor.userId, view);
  });

/** @throws SkeinError NOT_FOUND, VALIDATION for a taken name */
export const changeView = (
  deps: ViewDeps,
  actor: RequestActor,
  viewId: number,
  change: { name?: string; address?: string },
) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    await lockAndCountViews(actor.workspaceId, sql, actor.userId);
    const views = await findViews(actor.workspaceId, sql, actor.userId);
    const view = views.find((one) => one.id === viewId);
    if (!view) throw notFound('This view');
    if (change.name !== undefined)
      refuseTaken(
        views.filter((one) => one.id !== viewId),
        view.list,
        change.name,
      );
    return (await writeView(actor.workspaceId, sql, { userId: actor.userId, viewId, change })) as ViewRow;
  });

/** @throws SkeinError NOT_FOUND */
export const deleteView = (deps: ViewDeps, actor: RequestActor, viewId: number) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    if (!(await removeView(actor.workspaceId, sql, actor.userId, viewId))) throw notFound('This view');
    return { done: true as const };
  });

/**
 * Keeps what a person chose for one list, so that it looks the same on their next machine.
 * @throws SkeinError VALIDATION for a flood of names
 */
export const keepChoice = (deps: ViewDeps, actor: RequestActor, list: string, choice: object) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const kept = await findChoices(actor.workspaceId, sql, actor.userId);
    if (!Object.hasOwn(kept, list) && Object.keys(kept).length >= mostLists)
      throw invalidField('list', 'is not a list of the product');
    await writeChoice(actor.workspaceId, sql, { userId: actor.userId, list, choice });
    return { done: true as const };
  });

function refuseTaken(views: ViewRow[], list: ViewList, name: string): void {
  if (views.some((view) => view.list === list && view.name.toLowerCase() === name.toLowerCase()))
    throw invalidField('name', 'is taken by another view');
}
