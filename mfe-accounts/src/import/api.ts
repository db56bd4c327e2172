import { wireRequest } from '@skein/contracts/client';
import {
  mailboxImportsContract,
  mailboxImportView,
  type MailboxImportView,
} from '@skein/contracts/main/mailbox-imports.contract';
import { api, endpointsFrom } from '@skein/mfe/api';
import { saveAnswer } from '@skein/mfe/save-answer';
import { pageTransport } from '@skein/mfe/transport';

const imports = endpointsFrom(mailboxImportsContract);

/** What the pages of mailbox imports ask and change. */
const mailboxImportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMailboxImports: imports.query(build, 'listMailboxImports', { provides: ['mailbox'] }),
    getMailboxImport: imports.query(build, 'getMailboxImport', { provides: ['mailbox'] }),
    listMailboxImportRows: imports.query(build, 'listMailboxImportRows', { provides: ['mailbox'] }),
    startMailboxImport: imports.mutation(build, 'startMailboxImport', { invalidates: ['mailbox', 'tag', 'counts'] }),
    cancelMailboxImport: imports.mutation(build, 'cancelMailboxImport', { invalidates: ['mailbox'] }),
    retryMailboxImport: imports.mutation(build, 'retryMailboxImport', { invalidates: ['mailbox'] }),
  }),
});

export const {
  useListMailboxImportsQuery,
  useGetMailboxImportQuery,
  useListMailboxImportRowsQuery,
  useStartMailboxImportMutation,
  useCancelMailboxImportMutation,
  useRetryMailboxImportMutation,
} = mailboxImportsApi;

/** Sends a file as it is (its bytes are the body); answers what was recognised in it. */
export async function sendMailboxFile(file: Blob, fileName: string): Promise<MailboxImportView> {
  return mailboxImportView.parse(
    await pageTransport(
      wireRequest('main', mailboxImportsContract.endpoints.createMailboxImport, {
        query: { file_name: fileName },
        body: file,
      }),
    ),
  );
}

/** The rows that failed, as a file. */
export const saveFailedRows = (found: { id: number; file_name: string }): Promise<void> =>
  saveAnswer(
    mailboxImportsContract,
    'downloadFailedRows',
    { params: { mailboxImportId: found.id } },
    `${found.file_name.replace(/\.[^.]+$/, '')}-failed.csv`,
  );
