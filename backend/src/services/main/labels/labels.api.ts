// What people sort things by: categories of leads, and tags.
export { isKnownCategory } from './categories/known-category';
export { listCategories } from './categories/categories';
export { deleteTag, listTags, saveTag } from './tags/tags';
export { requireTags, tagsInSight } from './tags/tags-in-sight';
