import type { HubSpotField } from '@skein/contracts/main/hubspot.contract';

/** CRM properties by field, as the person saved them last on this device. */
export type CrmMapping = Record<string, string>;

export const mappingOf = (fields: readonly Pick<HubSpotField, 'field' | 'property'>[]): CrmMapping =>
  Object.fromEntries(fields.map(({ field, property }) => [field, property]));

/**
 * Fields with the properties of the mapping that was used last. Only what both sides know: the email stays as it is, a property that
 * this account does not have is left, and so is one that another field has.
 * @returns null when nothing would change
 */
export function withLastMapping(
  fields: readonly HubSpotField[],
  last: CrmMapping | null,
  properties: readonly string[],
): HubSpotField[] | null {
  const known = new Set(properties);
  const next = fields.map((one) => {
    const property = last?.[one.field];
    return one.field !== 'email' && property !== undefined && known.has(property) ? { ...one, property } : one;
  });
  const isChanged = next.some((one, index) => one.property !== fields[index]?.property);
  return isChanged && new Set(next.map(({ property }) => property)).size === next.length ? next : null;
}
