import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { problemOf } from '@skein/mfe/problem';
import { Callout } from '@skein/ui/callout';

/**
 * Puts a failed call's details beside their fields and answers the message for the form as a whole; null when every
 * part has found its field.
 */
export function showFormProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): string | null {
  const problem = problemOf(error);
  const placed = problem.details.filter(({ field }) =>
    (fields as readonly string[]).includes(field.replace(/^body\./, '')),
  );
  placed.forEach(({ field, message }, index) =>
    setError(field.replace(/^body\./, '') as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 }),
  );
  return placed.length > 0 && placed.length === problem.details.length ? null : problem.message;
}

/** What went wrong with the whole form. */
export function FormProblem({ text }: { text: string | null }) {
  return text ? (
    <Callout tone="danger" role="alert">
      {text}
    </Callout>
  ) : null;
}

/** Whether a failure says nothing of what was asked, so that asking again may succeed: no answer, too many at once, a server in trouble. */
export function mayPass(error: unknown): boolean {
  const { status } = problemOf(error);
  return status === 0 || status === 429 || status >= 500;
}
