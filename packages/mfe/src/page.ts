import { useEffect } from 'react';
import { createSignal } from './signal';

/** One step of the breadcrumb. */
export interface Crumb {
  label: string;
  /** Absolute address; the last step has one only where the page edits something that has a page of its own. */
  to?: string;
}

/** Where the person is: drawn by the shell's top bar and set as the document's title. */
export const currentPage = createSignal<{ crumbs: Crumb[] }>({ crumbs: [] });

/** Names the page that is shown: `usePage([{ label: 'Email campaigns', to: '/app/email-campaign/all' }, { label: campaign.name }])`. */
export function usePage(crumbs: Crumb[]): void {
  const key = JSON.stringify(crumbs);
  useEffect(() => {
    currentPage.set({ crumbs: JSON.parse(key) as Crumb[] });
  }, [key]);
}
