import { styled } from 'styled-components';
import type { MailboxChangePreview } from '@skein/contracts/main/mailbox-changes.contract';
import { Callout } from '@skein/ui/callout';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';
import { Loading } from '@skein/ui/skeleton';

const Lines = styled.table`
  width: 100%;
  border-spacing: 0;
  border: 1px solid var(--border);
  border-radius: var(--r-3);
  table-layout: fixed;
  font-size: var(--fs-2);
  th,
  td {
    padding: var(--s-2) var(--s-3);
    border-top: 1px solid var(--border);
    text-align: left;
    vertical-align: top;
    font-weight: var(--w-regular);
    overflow-wrap: anywhere;
  }
  thead th {
    border-top: 0;
    color: var(--muted);
  }
`;

const number = (value: number) => value.toLocaleString('en-US');

/** How many mailboxes change, and from what to what. */
export function ChangePreview({
  preview,
  isLoading,
  problem,
  isDeletion,
}: {
  preview: MailboxChangePreview | null;
  isLoading: boolean;
  problem: string | null;
  isDeletion: boolean;
}) {
  if (problem)
    return (
      <Callout tone="danger" role="alert">
        {problem}
      </Callout>
    );
  if (!preview) return isLoading ? <Loading label="Counting the mailboxes" /> : <Hint>Choose what to change.</Hint>;
  if (isDeletion)
    return (
      <Callout tone="warning" title={`${counted(preview.total, 'mailbox', 'mailboxes')} will be deleted.`}>
        Their credentials are destroyed and they are removed from {counted(preview.campaigns, 'campaign')}.{' '}
        {counted(preview.waiting_leads, 'lead')} in the middle of a sequence will need another mailbox. You can cancel
        for 30 seconds; after that it cannot be undone.
      </Callout>
    );
  return (
    <Stack $gap={2}>
      <p role="status">
        <b>{number(preview.will_change)}</b> of {counted(preview.total, 'mailbox', 'mailboxes')} will change
        {preview.will_change < preview.total ? '; the others already have these values' : ''}.
      </p>
      <Lines>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Now</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {preview.fields.map((field) => {
            const rest = field.will_change - field.before.reduce((sum, each) => sum + each.count, 0);
            return (
              <tr key={field.field}>
                <th scope="row">{field.name}</th>
                <td>
                  {field.will_change === 0
                    ? 'The same'
                    : field.before.map((each) => <div key={each.text}>{`${each.text} (${number(each.count)})`}</div>)}
                  {rest > 0 && <div>Other values ({number(rest)})</div>}
                </td>
                <td>{field.after}</td>
              </tr>
            );
          })}
        </tbody>
      </Lines>
    </Stack>
  );
}
