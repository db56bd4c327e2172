import type { CallInput } from '@skein/contracts/endpoint';
import type { categoriesContract } from '@skein/contracts/main/categories.contract';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import {
  useCreateCategoryMutation,
  useDeleteCategoryMutation,
  useListLeadCategoriesQuery,
  useUpdateCategoryMutation,
} from '../api';

type CategoryInput = CallInput<(typeof categoriesContract)['endpoints']['createCategory']>['body'];

/** The categories, and what their page changes. */
export function useCategories() {
  const { data, error, isFetching, refetch } = useListLeadCategoriesQuery();
  const [create] = useCreateCategoryMutation();
  const [update] = useUpdateCategoryMutation();
  const [erase] = useDeleteCategoryMutation();
  /** Makes a category, or changes the one with this id. */
  const save = async (body: CategoryInput, id?: number) => {
    if (id === undefined) await create({ body }).unwrap();
    else await update({ params: { categoryId: id }, body }).unwrap();
    toasts.show({ title: id === undefined ? `${body.name} was created` : `${body.name} saved` });
  };
  const remove = async (category: { id: number; name: string }) => {
    await withSentence(erase({ params: { categoryId: category.id } }).unwrap());
    toasts.show({ title: `${category.name} deleted` });
  };
  return {
    rows: data?.categories ?? [],
    isLoading: isFetching && !data,
    problem: error ? { message: error.message, onRetry: () => void refetch() } : null,
    save,
    remove,
  };
}
