import { useFormLinkedInQuery } from '../api';

/** The LinkedIn accounts of the workspace with what they did today. */
export const useLinkedInAccounts = () => useFormLinkedInQuery({}).data;
