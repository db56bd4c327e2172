import { limits, type PlanType } from '@skein/contracts/constants';
import type { ViewList } from '@skein/contracts/main/list-views.contract';
import type { RequestActor } from '../../../../../platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '../../../../../platform/http/skein-error';
import type { MainDeps } from '../../../deps';
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

/** Plans on which a person keeps three views (docs/domain.md, Lists and limits); others keep as many as fit on a menu. */
const smallPlans: readonly PlanType[] = ['base', 'popular'];
const mostViewsAnywhere = 100;
/** A person's choices name lists of the product; more names than this are a mistake. */
const mostLists = 60;

const mostViews = (plan: PlanType): number | null => (smallPlans.includes(plan) ? limits.savedViewsOnSmallPlans : null);

/** Views and choices of the person who asks. */
export const listViews = (deps: ViewDeps, actor: RequestActor) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => ({
    views: await findViews(actor.workspaceId, sql, actor.userId),
    choices: await findChoices(actor.workspaceId, sql, actor.userId),
    most_views: mostViews(actor.planType),
  }));

/** @throws SkeinError FORBIDDEN for a client without full_access (docs/domain.md), LIMIT_REACHED beyond the plan's number, VALIDATION for a taken name */
export const saveView = (
  deps: ViewDeps,
  actor: RequestActor,
  view: { list: ViewList; name: string; address: string },
) =>
  deps.db.tenantSql(actor.workspaceId, async (sql): Promise<ViewRow> => {
    if (actor.client && !actor.client.permissions.includes('full_access'))
      throw new SkeinError('FORBIDDEN', 'Views are kept with full access; ask your agency for it.');
    const most = mostViews(actor.planType);
    const count = await lockAndCountViews(actor.workspaceId, sql, actor.userId);
    if (most !== null && count >= most)
      throw new SkeinError('LIMIT_REACHED', `Your plan keeps ${most} views. Delete one, or move to a larger plan.`);
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
    return (await writeView(actor.workspaceId, sql, actor.userId, viewId, change)) as ViewRow;
  });

/** @throws SkeinError NOT_FOUND */
export const deleteView = (deps: ViewDeps, actor: RequestActor, viewId: number) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    if (!(await removeView(actor.workspaceId, sql, actor.userId, viewId))) throw notFound('This view');
    return { done: true as const };
  });

/** Keeps what a person chose for one list, so that it looks the same on their next machine. @throws SkeinError VALIDATION for a flood of names */
export const keepChoice = (deps: ViewDeps, actor: RequestActor, list: string, choice: object) =>
  deps.db.tenantSql(actor.workspaceId, async (sql) => {
    const kept = await findChoices(actor.workspaceId, sql, actor.userId);
    if (!Object.hasOwn(kept, list) && Object.keys(kept).length >= mostLists)
      throw invalidField('list', 'is not a list of the product');
    await writeChoice(actor.workspaceId, sql, actor.userId, list, choice);
    return { done: true as const };
  });

function refuseTaken(views: ViewRow[], list: ViewList, name: string): void {
  if (views.some((view) => view.list === list && view.name.toLowerCase() === name.toLowerCase()))
    throw invalidField('name', 'is taken by another view');
}
