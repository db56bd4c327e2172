import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { inboxContract } from '@skein/contracts/main/inbox.contract';
import { untrackedRepliesContract } from '@skein/contracts/untracked-replies/untracked-replies.contract';
import { untrackedRulesContract } from '@skein/contracts/untracked-replies/untracked-rules.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { withWindowSize } from '@skein/testing/window-size';
import { InboxArea } from '../inbox-area';

// The panes appear by the width that is measured.
withWindowSize(1440, 900);

describe('the conversations', () =>
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
  }));

describe('untracked replies', () =>
  testKeptAddress({
    area: InboxArea,
    bare: '/app/master-inbox/untracked',
    query: 'state=ignored',
    asks: { state: 'IGNORED' },
    search: 'subject',
    given: (server) =>
      server
        .answer(untrackedRepliesContract, 'listUntracked', { rows: [], total: 0 })
        .answer(untrackedRulesContract, 'countUntracked', { open: 0 })
        .answer(inboxContract, 'countFolders', { folders: {} })
        .answer(categoriesContract, 'listCategories', { categories: [] }),
    reads: [untrackedRepliesContract, 'listUntracked'],
  }));
