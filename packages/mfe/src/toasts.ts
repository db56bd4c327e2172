import { toasts } from '@skein/ui/toast-store';
import { problemOf } from './problem';

/**
 * Says that something failed, with the server's own words. Only where a person asked for something: background reads stay
 * quiet, and an expired session has its own dialog.
 */
export function showProblem(title: string, error: unknown): void {
  const problem = problemOf(error);
  if (problem.status === 401 || problem.code === 'ABORTED') return;
  toasts.show({
    tone: 'danger',
    title,
    text:
      problem.requestId && problem.status >= 500
        ? `${problem.message} Reference ${problem.requestId.slice(0, 8)}.`
        : problem.message,
  });
}
