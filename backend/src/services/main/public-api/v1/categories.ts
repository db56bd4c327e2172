import type { RequestActor } from '#platform/http/request-actor';
import { invalidField } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { listCategories } from '#labels/labels.api';

type CategoryDeps = Pick<MainDeps, 'db' | 'live'>;

/** Categories as the wire lists them: a neutral one has no sentiment there. */
export async function listWireCategories(deps: CategoryDeps, who: RequestActor) {
  const { categories } = await listCategories(deps, who);
  return categories.map((category) => ({
    id: category.id,
    name: category.name,
    sentiment_type: category.sentiment === 'neutral' ? null : category.sentiment,
    created_at: category.created_at,
  }));
}

/** Ids of categories that are given by id or by name. @throws SkeinError VALIDATION */
export async function categoryIdsOf(
  deps: CategoryDeps,
  who: RequestActor,
  given: readonly (string | number)[],
  field = 'ai_categorisation_options',
): Promise<number[]> {
  const { categories } = await listCategories(deps, who);
  return given.map((each) => {
    const text = String(each).trim().toLowerCase();
    const found = categories.find((category) => String(category.id) === text || category.name.toLowerCase() === text);
    if (!found) throw invalidField(field, `names no category of this workspace: ${String(each).slice(0, 80)}`);
    return found.id;
  });
}

/** The category of a body: an id, a name, or null for none. @throws SkeinError VALIDATION */
export async function categoryOf(
  deps: CategoryDeps,
  who: RequestActor,
  body: { category_id?: number | null; category?: string },
): Promise<number | null> {
  if (body.category_id !== undefined) return body.category_id;
  if (body.category === undefined) throw invalidField('category_id', 'is required');
  return (await categoryIdsOf(deps, who, [body.category], 'category'))[0] as number;
}

/** Names of categories that are given by id or by name. @throws SkeinError VALIDATION */
export async function categoryNamesOf(
  deps: CategoryDeps,
  who: RequestActor,
  given: readonly (string | number)[],
): Promise<string[]> {
  const ids = await categoryIdsOf(deps, who, given, 'categories');
  const { categories } = await listCategories(deps, who);
  return ids.map((id) => categories.find((category) => category.id === id)?.name ?? '');
}
