import { z } from 'zod';
import { defineContract } from '../endpoint';
import { done, idParam, instant } from '../schemas';

export const folderView = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: instant,
  campaign_count: z.number().int(),
  active_count: z.number().int(),
});
const folderId = z.object({ folderId: idParam });
const name = z.object({ name: z.string().trim().min(1, 'is required').max(120) });

export const foldersContract = defineContract({
  service: 'main',
  tag: 'Folders',
  endpoints: {
    listFolders: {
      method: 'GET',
      path: '/api/folders',
      access: { who: 'person', may: 'campaign.read' },
      summary: 'Folders with how many campaigns each holds',
      response: z.object({ folders: z.array(folderView), without_folder: z.number().int() }),
    },
    createFolder: {
      method: 'POST',
      path: '/api/folders',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Create a folder',
      body: name,
      response: folderView,
    },
    renameFolder: {
      method: 'PATCH',
      path: '/api/folders/:folderId',
      access: { who: 'person', may: 'shared.write' },
      summary: 'Rename a folder',
      params: folderId,
      body: name,
      response: folderView,
    },
    deleteFolder: {
      method: 'DELETE',
      path: '/api/folders/:folderId',
      access: { who: 'person', may: 'campaign.delete' },
      summary: 'Delete a folder; its campaigns stay, in no folder',
      params: folderId,
      response: done,
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const createFolderBody = foldersContract.endpoints.createFolder.body;
