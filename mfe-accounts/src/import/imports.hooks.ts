import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MailboxImportView } from '@skein/contracts/main/mailbox-imports.contract';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readOf } from '@skein/mfe/requests';
import { formatBytes } from '@skein/ui/file-drop';
import { useCursorPages } from '../cursor-pages';
import {
  saveFailedRows,
  sendMailboxFile,
  useCancelMailboxImportMutation,
  useGetMailboxImportQuery,
  useListMailboxImportRowsQuery,
  useListMailboxImportsQuery,
  useRetryMailboxImportMutation,
  useStartMailboxImportMutation,
} from './api';

/** Imports page by page. */
export function useImports() {
  const { page, pagingOf } = useCursorPages(10);
  const { data, error, isFetching, refetch } = useListMailboxImportsQuery(
    { query: page },
    { pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  const rows = data?.rows ?? [];
  return {
    rows,
    isLoading: isFetching && !data,
    problem: error
      ? { message: error.message ?? 'The imports could not be loaded.', onRetry: () => void refetch() }
      : null,
    paging: pagingOf(rows.length, data?.next_cursor),
  };
}

/** One import; null is no id. */
export function useImport(id: number | null) {
  const { data, error, refetch } = useGetMailboxImportQuery(
    { params: { mailboxImportId: id ?? 0 } },
    { skip: id === null, pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  return { found: data, error, retry: () => void refetch() };
}

/** Sends a file and goes to its columns. */
export function useUpload() {
  const navigate = useNavigate();
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    setProblem(null);
    setSending(`${file.name}, ${formatBytes(file.size)}`);
    try {
      const { id } = await sendMailboxFile(file, file.name);
      void navigate(`/email-accounts/import/${id}`);
    } catch (error) {
      setProblem(problemOf(error).message);
      setSending(null);
    }
  };
  return { sending, problem, send };
}

/** Begins an import, or discards its file. Both reject with the server's problem. */
export function useStartImport(mailboxImportId: number) {
  const [start, { isLoading: isStarting }] = useStartMailboxImportMutation();
  const [cancel, { isLoading: isDiscarding }] = useCancelMailboxImportMutation();
  const params = { mailboxImportId };
  return {
    isStarting,
    isDiscarding,
    start: (body: Parameters<typeof start>[0]['body']) => start({ params, body }).unwrap(),
    discard: () => cancel({ params, body: {} }).unwrap(),
  };
}

/** What can be done about an import that runs or has ended. A refusal is shown. */
export function useImportActions(found: MailboxImportView) {
  const [cancel, { isLoading: isStopping }] = useCancelMailboxImportMutation();
  const [retry, { isLoading: isRetrying }] = useRetryMailboxImportMutation();
  const params = { mailboxImportId: found.id };
  return {
    isStopping,
    isRetrying,
    stop: () => attempt(cancel({ params, body: {} }).unwrap(), 'The import was not stopped'),
    retry: () => attempt(retry({ params, body: {} }).unwrap(), 'Nothing was tried again'),
    saveFailed: () => attempt(saveFailedRows(found), 'The file could not be created'),
  };
}

/** One page of the rows of an import that failed. */
export function useFailedRows(mailboxImportId: number, page: { limit: number; cursor?: string }) {
  const asked = useListMailboxImportRowsQuery({
    params: { mailboxImportId },
    query: { outcome: 'FAILED', ...page },
  });
  // The page before stays in sight while the next one is read.
  return { ...readOf(asked), isLoading: asked.isFetching && !asked.data };
}
