import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1440 });

testKeptAddress({
  area: InboxArea,
  bare: '/app/master-inbox',
  query: 'category=1&sort=sent_time_desc',
  asks: { category_ids: [1], sort: 'sent_time_desc' },
  given: (server) =>
    server
      .answer(inboxContract, 'listConversations', { rows: [], total: 0 })
      .answer(inboxContract, 'countFolders', { folders: {} })
      .answer(categoriesContract, 'listCategories', { categories: [] }),
  reads: [inboxContract, 'listConversations'],
});
