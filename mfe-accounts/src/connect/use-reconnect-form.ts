import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ConnectionReport, MailboxView } from '@skein/contracts/main/mailbox-views';
import { problemOf } from '@skein/mfe/problem';
import { useReconnectMailboxMutation } from '../api';
import { fieldOf, reportProblems, type ConnectionForm, type FieldProblem } from './connection-form';
import { formOf, reconnectBody, reconnectProblems } from './reconnect-body';

/** The form that tries a connected mailbox again, with new credentials or servers where they are given. */
export function useReconnectForm(mailbox: MailboxView, onReport: (report: ConnectionReport) => void) {
  const form = useForm<ConnectionForm>({ defaultValues: formOf(mailbox) });
  const [reconnect, { isLoading }] = useReconnectMailboxMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const place = (problems: FieldProblem[]) =>
    problems.forEach(({ field, message }, index) =>
      form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 }),
    );

  const submit = async () => {
    const values = form.getValues();
    form.clearErrors();
    setProblem(null);
    const wrong = reconnectProblems(values, mailbox);
    if (wrong.length > 0) return place(wrong);
    try {
      const { report } = await reconnect({
        params: { mailboxId: mailbox.id },
        body: reconnectBody(values, mailbox),
      }).unwrap();
      place(reportProblems(report, values));
      onReport(report);
    } catch (error) {
      const { details, message } = problemOf(error);
      const placed = details.flatMap(({ field, message: text }): FieldProblem[] => {
        const found = fieldOf(field, values);
        return found ? [{ field: found, message: text }] : [];
      });
      place(placed);
      setProblem(placed.length > 0 ? null : message);
    }
    return undefined;
  };
  return { form, submit, isTrying: isLoading, problem };
}
