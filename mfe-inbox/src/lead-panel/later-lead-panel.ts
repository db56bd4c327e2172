import { lazyPage } from '@skein/mfe/lazy-page';

/** The lead beside the thread. The first list of the inbox comes without its code, which follows as soon as the list is there. */
export const LaterLeadPanel = lazyPage<{ enrolmentId: number }>(() =>
  import('./lead-panel').then((module) => module.LeadPanel),
);
