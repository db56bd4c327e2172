import { addressLists } from './address-lists';
import { domainLists } from './domain-lists';

/** Every list that is asked. */
export const blockLists = [...addressLists, ...domainLists] as const;
