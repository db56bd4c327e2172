import { useState } from 'react';
import type { CallOutput } from '@skein/contracts/endpoint';
import type {
  UntrackedBlocks,
  untrackedBlocksContract,
} from '@skein/contracts/untracked-replies/untracked-blocks.contract';
import { problemOf } from '@skein/mfe/problem';
import { useAppDispatch } from '@skein/mfe/store';
import { toasts } from '@skein/ui/toast-store';
import { inboxApi } from '../api';
import { undoOf } from '../recent/undo-kept';

export type Lists = UntrackedBlocks;
type Preview = CallOutput<(typeof untrackedBlocksContract)['endpoints']['previewUntrackedBlocks']>;

/** What the lists are called. */
export const listLabels: Record<keyof Lists, string> = /* text */ {
  emails: 'Email addresses',
  domains: 'Domains',
  subjects: 'Subject contains',
  keywords: 'Subject or text contains',
};

/** Entries of a list as a person types them: one a line, blanks and repeats left out. */
export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter(Boolean),
  ),
];

/** The lists, what they would do, and saving them. */
export function useUntrackedBlocks() {
  const { data, error } = inboxApi.useUntrackedBlocksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [ask, { isLoading: isChecking }] = inboxApi.usePreviewUntrackedBlocksMutation();
  const [put, { isLoading: isSaving }] = inboxApi.useSaveUntrackedBlocksMutation();
  const dispatch = useAppDispatch();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const tell = (failure: unknown) => {
    const { details, message } = problemOf(failure);
    const [first] = details;
    // One entry of a list is named as `domains.0`.
    const list = first?.field.split('.', 1)[0] as keyof Lists | undefined;
    setProblem(first && list ? `${listLabels[list] ?? first.field} ${first.message}.` : message);
  };
  return {
    lists: data?.lists ?? null,
    problem: error ? error.message : problem,
    preview,
    isChecking,
    isSaving,
    check: async (lists: Lists) => {
      setProblem(null);
      setPreview(null);
      try {
        setPreview(await ask({ body: lists }).unwrap());
      } catch (failure) {
        tell(failure);
      }
    },
    /** @returns whether they are saved */
    save: async (lists: Lists): Promise<boolean> => {
      try {
        const { ignored, change_key: key } = await put({ body: lists }).unwrap();
        toasts.show({
          title: 'Block lists saved',
          ...(key === null ? {} : { undo: undoOf(dispatch, key, 'Block lists saved') }),
          text: ignored > 0 ? `${ignored} open ${ignored === 1 ? 'reply was' : 'replies were'} ignored.` : undefined,
          tone: 'success',
        });
        return true;
      } catch (failure) {
        tell(failure);
        return false;
      }
    },
  };
}
