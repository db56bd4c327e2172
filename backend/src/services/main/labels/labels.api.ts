// What people sort things by: categories of leads, and tags.
export { isKnownCategory } from './categories/categories.store';
export { listCategories } from './categories/manage-categories';
export { deleteTag, listTags, saveTag } from './tags/manage-tags';
export { isSeenBy, requireTags } from './tags/tags.store';
