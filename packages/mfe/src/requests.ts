import { showProblem } from './toasts';

/** A read that failed, as tables and `LoadProblem` show it. */
export interface ReadProblem {
  message: string;
  onRetry: () => void;
}

/** Why a read failed, with a way to try again; null while nothing has failed. */
export const readProblem = ({
  error,
  refetch,
}: {
  error?: { message?: string | undefined } | undefined;
  refetch: () => unknown;
}): ReadProblem | null => (error ? { message: error.message ?? '', onRetry: () => void refetch() } : null);

interface Asked<Data> {
  data?: Data | undefined;
  currentData?: Data | undefined;
  isFetching: boolean;
  error?: { message?: string | undefined } | undefined;
  refetch: () => unknown;
}

/**
 * A read as a component shows it: what is known; `isLoading` while that is nothing, or of another page or filter;
 * `isReading` also while it is read again.
 */
export const readOf = <Data>(asked: Asked<Data>) => ({
  data: asked.data,
  isLoading: asked.isFetching && asked.currentData === undefined,
  isReading: asked.isFetching,
  problem: readProblem(asked),
});

/** Waits for something a person asked for, and shows why it failed. @returns what came of it; null when it failed */
export const attempt = <Value>(work: Promise<Value>, failed: string): Promise<{ value: Value } | null> =>
  work.then(
    (value) => ({ value }),
    (problem: unknown) => {
      showProblem(failed, problem);
      return null;
    },
  );
