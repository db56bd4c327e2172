import { campaignsContract } from '@skein/contracts/main/campaigns.contract';
import { signedUploadsContract } from '@skein/contracts/main/signed-uploads.contract';
import { workspaceArchivesContract } from '@skein/contracts/main/workspace-archives.contract';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keyOf } from '#integrations/workspace-archives/testing';
import { workspaceExportRun } from '#integrations/workspace-archives/workspace-export.run';
import { finishRun, idOf, sendFile, setRun, type Asked, type Prepared, type Preparations } from './prepared-route';

/** An archive of the workspace. @returns the id of its export */
async function archived({ services, person }: Pick<Asked, 'services' | 'person'>): Promise<number> {
  const { id } = await services.asClient(workspaceArchivesContract, person).startWorkspaceExport({ body: {} });
  await finishRun({ services, person }, 'workspace_export', id, workspaceExportRun);
  return id;
}

/** The bytes of an archive of the workspace. */
async function archiveOf(asked: Asked): Promise<Uint8Array<ArrayBuffer>> {
  const { main } = asked.services;
  const file = await main.deps.files.get(await keyOf(main, await archived(asked)));
  return new Uint8Array(await buffer(file.stream));
}

const withArchive = async (asked: Asked): Promise<Prepared> => ({
  params: { workspaceExportId: await archived(asked) },
});

export const workspacePreparations: Preparations = {
  'POST /api/workspace-exports/:workspaceExportId/link': withArchive,
  'GET /api/workspace-exports/:workspaceExportId/manifest': withArchive,
  'POST /api/workspace-imports': async (asked) => ({
    // Where others work, the operator imports.
    person: await asked.services.main.signIn({ isOperator: true }),
    text: await archiveOf(asked),
  }),
  'POST /api/workspace-imports/:workspaceImportId/resume': async (asked) => {
    const { services } = asked;
    const person = await services.main.signIn({ isOperator: true });
    const { id } = await sendFile<{ id: number }>(
      { services, person },
      '/api/workspace-imports?file_name=archive.zip',
      await archiveOf(asked),
    );
    await setRun(asked, 'workspace_import', id, 'FAILED');
    return { person, params: { workspaceImportId: id } };
  },
  'POST /api/audit-entries/:auditEntryId/undo': async ({ services, person, own }) => {
    await services.asClient(campaignsContract, person).updateCampaign({
      params: { campaignId: idOf(own, 'campaignId') },
      body: { follow_up_percentage: 60 },
    });
    const [entry] = await services.main.test.query<{ id: string }>(
      'select max(id)::text as id from audit_entry where workspace_id = $1',
      [person.workspaceId],
    );
    return { params: { auditEntryId: entry!.id } };
  },
  'GET /api/images/:folder/:imageFile': async ({ services, person }) => {
    const { key } = await services
      .asClient(signedUploadsContract, person)
      .profilePicture({ query: { fileType: 'image/png' } });
    await services.main.deps.files.put(key, Readable.from(['png']), { type: 'image/png', maximum: 3 });
    return { params: { folder: 'profile', imageFile: key.split('/').at(-1) as string } };
  },
};
