import { fixedCategories, systemCategories } from '@skein/contracts/constants';
import { isUniqueViolation } from '#platform/db/unique-violation';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import type { Who } from '#access/access.api';
import {
  findCustomCategories,
  insertCategory,
  removeCategory,
  writeCategoryRow,
  type CategoryRecord,
} from './categories.store';

type CategoryDeps = Pick<MainDeps, 'db' | 'live'>;
export interface CategoryInput {
  name: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  description?: string;
  hue?: string | null;
  shape?: string | null;
}

/** The highest id that belongs to the product (docs/domain.md, Lists and limits). */
const lastFixedId = 9;
const builtIn = [...fixedCategories, ...systemCategories].map((category) => ({
  ...category,
  description: '',
  hue: null,
  shape: null,
  is_fixed: true,
  created_at: null,
}));
const names = new Set<string>(builtIn.map((category) => category.name.toLowerCase()));
const view = (category: CategoryRecord) => ({ ...category, is_fixed: false });

/** All categories by id; a client does not see those that are kept from it. */
export const listCategories = (deps: CategoryDeps, who: Who) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    const hidden = new Set(who.client?.restrictedCategories ?? []);
    return {
      categories: [...builtIn, ...(await findCustomCategories(who.workspaceId, sql)).map(view)].filter(
        (category) => !hidden.has(category.id),
      ),
    };
  });

/** @throws SkeinError VALIDATION for a name that is taken */
export const createCategory = (deps: CategoryDeps, who: Who, input: CategoryInput) =>
  named(input.name, () =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      const category = await insertCategory(who.workspaceId, sql, {
        ...input,
        description: input.description ?? '',
        hue: input.hue ?? null,
        shape: input.shape ?? null,
      });
      await deps.live.publish(sql, who.workspaceId, ['categories']);
      return view(category);
    }),
  );

/** @throws SkeinError VALIDATION, ILLEGAL_TRANSITION for a fixed category */
export const updateCategory = (deps: CategoryDeps, who: Who, categoryId: number, input: Partial<CategoryInput>) =>
  named(input.name, () =>
    deps.db.tenantSql(who.workspaceId, async (sql) => {
      refuseFixed(categoryId, 'changed');
      const category = await writeCategoryRow(who.workspaceId, sql, categoryId, input);
      if (!category) throw notFound('This category');
      await deps.live.publish(sql, who.workspaceId, ['categories']);
      return view(category);
    }),
  );

/** @throws SkeinError ILLEGAL_TRANSITION for a fixed category */
export const deleteCategory = (deps: CategoryDeps, who: Who, categoryId: number) =>
  deps.db.tenantSql(who.workspaceId, async (sql) => {
    refuseFixed(categoryId, 'deleted');
    if (!(await removeCategory(who.workspaceId, sql, categoryId))) throw notFound('This category');
    await deps.live.publish(sql, who.workspaceId, ['categories', 'inbox']);
    return { done: true as const };
  });

function refuseFixed(categoryId: number, verb: string): void {
  if (categoryId <= lastFixedId)
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `The categories 1 to ${lastFixedId} belong to the product and cannot be ${verb}.`,
    );
}

async function named<Result>(name: string | undefined, work: () => Promise<Result>): Promise<Result> {
  if (name && names.has(name.toLowerCase())) throw invalidField('name', 'is the name of a fixed category');
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw invalidField('name', 'is taken by another category');
    throw error;
  }
}
