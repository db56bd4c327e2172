type Areas = Record<string, unknown>;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNothing = (value: unknown) => value === undefined || value === null || typeof value === 'string';

/** Whether what stands in area "auth" is a session that the frame can draw, or none. */
function isSession({ token, user, plan }: Fields): boolean {
  if (!user) return true;
  return (
    typeof token === 'string' &&
    isFields(user) &&
    typeof user.email === 'string' &&
    isTextOrNothing(user.name) &&
    typeof user.role === 'string' &&
    Array.isArray(user.ui_permissions) &&
    isFields(user.workspace) &&
    isFields(plan) &&
    isFields(plan.subscription_detail) &&
    isFields(plan.new_feature_access)
  );
}

/** Whether lists understand what is kept of one of them. */
const isChoice = (choice: unknown) =>
  isFields(choice) &&
  (choice.filters === undefined || isFields(choice.filters)) &&
  (choice.columnWidths === undefined || isFields(choice.columnWidths)) &&
  (choice.columns === undefined ||
    (Array.isArray(choice.columns) && choice.columns.every((column) => typeof column === 'string'))) &&
  (choice.sort === undefined || (isFields(choice.sort) && typeof choice.sort.column === 'string')) &&
  (choice.pageSize === undefined || Number.isInteger(choice.pageSize));

/**
 * What was kept, as far as it has the shape of these areas. A storage that was damaged, or changed by somebody else, costs a saved view
 * or the login: a page that cannot be drawn from it would stay white with every reload.
 * @param fresh the areas as they begin
 */
export function soundAreas(kept: Areas, fresh: Areas): Areas {
  const sound: Areas = {};
  for (const [area, value] of Object.entries(kept)) {
    const begun = fresh[area];
    if (!isFields(value) || !isFields(begun)) continue;
    if (area === 'auth' && !isSession(value)) continue;
    const fields = Object.entries({ ...begun, ...value }).map(
      ([name, field]) => [name, isFields(begun[name]) && !isFields(field) ? begun[name] : field] as const,
    );
    sound[area] = Object.fromEntries(area === 'uifilters' ? fields.filter(([, choice]) => isChoice(choice)) : fields);
  }
  return sound;
}
