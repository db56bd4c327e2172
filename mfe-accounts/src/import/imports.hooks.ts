import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '@skein/mfe/problem';
import { formatBytes } from '@skein/ui/file-drop';
import { sendMailboxFile, useGetMailboxImportQuery, useListMailboxImportsQuery } from './api';

const pageSize = 10;

/** Imports page by page. */
export function useImports() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, isFetching, refetch } = useListMailboxImportsQuery(
    { query: { limit: pageSize, ...(cursor ? { cursor } : {}) } },
    { pollingInterval: 30_000, skipPollingIfUnfocused: true },
  );
  const rows = data?.rows ?? [];
  const next = data?.next_cursor ?? null;
  return {
    rows,
    isLoading: isFetching && !data,
    problem: error
      ? { message: error.message ?? 'The imports could not be loaded.', onRetry: () => void refetch() }
      : null,
    paging: {
      from: rows.length === 0 ? 0 : cursors.length * pageSize + 1,
      to: cursors.length * pageSize + rows.length,
      hasPrevious: cursors.length > 0,
      hasNext: next !== null,
      onPrevious: () => setCursors(cursors.slice(0, -1)),
      onNext: () => {
        if (next) setCursors([...cursors, next]);
      },
      pageSize,
    },
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
