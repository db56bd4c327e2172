import { fixedCategories } from '@skein/contracts/constants';
import { useSessionUser } from '@skein/mfe/session';
import { useInboxCategoriesQuery } from './api';

export interface Category {
  id: number;
  name: string;
}

/** Categories that this person may use, in the order of their ids; the fixed ones are known before the server has answered. */
export function useCategories(): { categories: Category[]; nameOf: (id: number | null) => string } {
  const { data } = useInboxCategoriesQuery();
  const restricted = useSessionUser()?.client_permissions?.retricted_category ?? [];
  const all: Category[] = data?.categories ?? [...fixedCategories];
  return {
    categories: all.filter((category) => !restricted.includes(category.id)),
    nameOf: (id) =>
      id === null ? 'Not assigned' : (all.find((category) => category.id === id)?.name ?? `Category ${id}`),
  };
}
