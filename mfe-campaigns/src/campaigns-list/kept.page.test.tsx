import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { categoriesContract } from '@skein/contracts/main/categories.contract';
import { foldersContract } from '@skein/contracts/main/folders.contract';
import { leadActionsContract } from '@skein/contracts/main/lead-actions.contract';
import { leadsContract } from '@skein/contracts/main/leads.contract';
import { tasksContract } from '@skein/contracts/main/tasks.contract';
import { testKeptAddress } from '@skein/testing/kept-address';
import { CampaignsArea } from '../campaigns-area';

describe('all campaigns', () =>
  testKeptAddress({
    area: CampaignsArea,
    bare: '/app/email-campaign/all',
    query: 'status=active&sort=-name',
    asks: { status: ['ACTIVE'], sort: 'name', direction: 'desc' },
    given: (server) =>
      server
        .answer(campaignsContract, 'listCampaigns', { rows: [] })
        .answer(foldersContract, 'listFolders', { folders: [] }),
    reads: [campaignsContract, 'listCampaigns'],
  }));

describe('all leads', () =>
  testKeptAddress({
    area: CampaignsArea,
    bare: '/app/leads/all',
    query: 'lead_type=yet_to_use&sort=oldest',
    asks: { lead_type: 'yet_to_use', sort: 'oldest' },
    search: 'search',
    given: (server) =>
      server
        .answer(leadsContract, 'listLeads', { rows: [] })
        .answer(leadActionsContract, 'listLeadActions', { rows: [] })
        .answer(categoriesContract, 'listCategories', { categories: [] })
        .answer(campaignsContract, 'listTags', { tags: [] }),
    reads: [leadsContract, 'listLeads'],
  }));

describe('folders', () =>
  testKeptAddress({
    area: CampaignsArea,
    bare: '/app/email-campaign/folders',
    query: 'sort=-active',
    given: (server) => server.answer(foldersContract, 'listFolders', { folders: [] }),
    reads: [foldersContract, 'listFolders'],
  }));

describe('tasks', () =>
  testKeptAddress({
    area: CampaignsArea,
    bare: '/app/leads/tasks',
    query: 'show=done&priority=HIGH',
    asks: { status: 'COMPLETED', priority: 'HIGH' },
    search: 'search',
    given: (server) =>
      server
        .answer(tasksContract, 'listTasks', { rows: [] })
        .answer(leadActionsContract, 'listLeadActions', { rows: [] }),
    reads: [tasksContract, 'listTasks'],
  }));
