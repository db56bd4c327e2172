import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories';

export const categoriesRoutes = (deps: MainDeps) =>
  routes(categoriesContract)(deps, {
    listCategories: (d, { actor }) => listCategories(d, actor),
    createCategory: (d, { actor, body }) => createCategory(d, actor, body),
    updateCategory: (d, { actor, params, body }) => updateCategory(d, actor, params.categoryId, body),
    deleteCategory: (d, { actor, params }) => deleteCategory(d, actor, params.categoryId),
  });
