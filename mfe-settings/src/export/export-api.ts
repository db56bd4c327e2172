import { wireRequest } from '@skein/contracts/client';
import {
  workspaceArchivesContract,
  workspaceImportView,
  type WorkspaceImportView,
} from '@skein/contracts/main/workspace-archives.contract';
import { api, endpointsFrom } from '@skein/mfe/api';
import { pageTransport } from '@skein/mfe/transport';

const archives = endpointsFrom(workspaceArchivesContract);

/** What the page of exports and imports asks and changes. */
const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    workspaceExports: archives.query(build, 'listWorkspaceExports', { provides: ['import'] }),
    startWorkspaceExport: archives.mutation(build, 'startWorkspaceExport', { invalidates: ['import', 'campaign'] }),
    cancelWorkspaceExport: archives.mutation(build, 'cancelWorkspaceExport', { invalidates: ['import'] }),
    deleteWorkspaceExport: archives.mutation(build, 'deleteWorkspaceExport', { invalidates: ['import'] }),
    linkWorkspaceArchive: archives.mutation(build, 'linkWorkspaceArchive', { invalidates: [] }),
    archiveManifest: archives.query(build, 'readArchiveManifest', { provides: ['import'] }),
    workspaceImports: archives.query(build, 'listWorkspaceImports', { provides: ['import'] }),
    resumeWorkspaceImport: archives.mutation(build, 'resumeWorkspaceImport', { invalidates: ['import'] }),
    cancelWorkspaceImport: archives.mutation(build, 'cancelWorkspaceImport', { invalidates: ['import'] }),
  }),
});

export const {
  useWorkspaceExportsQuery,
  useStartWorkspaceExportMutation,
  useCancelWorkspaceExportMutation,
  useDeleteWorkspaceExportMutation,
  useLinkWorkspaceArchiveMutation,
  useArchiveManifestQuery,
  useWorkspaceImportsQuery,
  useResumeWorkspaceImportMutation,
  useCancelWorkspaceImportMutation,
} = exportApi;

/** Sends an archive as it is: its bytes are the body. */
export const sendArchive = async (file: File): Promise<WorkspaceImportView> =>
  workspaceImportView.parse(
    await pageTransport(
      wireRequest('main', workspaceArchivesContract.endpoints.startWorkspaceImport, {
        query: { file_name: file.name },
        body: file,
      }),
    ),
  );
