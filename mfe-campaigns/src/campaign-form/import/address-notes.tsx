import { styled } from 'styled-components';
import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { Hint } from '@skein/ui/field';
import { Stack } from '@skein/ui/layout';

const Name = styled.b`
  font-weight: var(--w-medium);
`;

/** Before and after, with blanks as they are: they are what was removed. */
const Examples = styled.ul`
  display: grid;
  gap: 4px;
  margin-top: var(--s-2);
  padding: 0;
  list-style: none;
  font-size: var(--fs-2);
  line-height: var(--lh-2);
  overflow-wrap: anywhere;
  code {
    padding: 1px 4px;
    border-radius: var(--r-1);
    background: var(--surface-3);
    white-space: pre-wrap;
  }
  span {
    color: var(--muted);
  }
`;

/** Which addresses of a file are repaired and which are those of a role: what an import will do, and what it did. */
export function AddressNotes({ upload, mapping }: { upload: UploadView; mapping: readonly ColumnTarget[] }) {
  const email = mapping.findIndex((target) => target.kind === 'field' && target.field === 'email');
  const about = upload.columns[email]?.addresses;
  const isAhead = upload.status === 'UPLOADED';
  const repaired = isAhead ? (about?.repaired ?? 0) : upload.repaired_addresses;
  const role = isAhead ? (about?.role ?? 0) : upload.role_addresses;
  if (repaired + role === 0 || upload.status === 'UNDONE') return null;
  const isPart = isAhead && about !== undefined && upload.rows_total_is_estimate;
  return (
    <Card title="Addresses" {...(isPart ? { detail: `in the first ${counted(about.rows, 'row')}` } : {})}>
      <Stack $gap={3}>
        {repaired > 0 && (
          <div>
            <Name>
              {isAhead
                ? `${counted(repaired, 'address', 'addresses')} will be repaired`
                : `${counted(repaired, 'address', 'addresses')} repaired`}
            </Name>
            <Hint>Spaces, “mailto:”, display names and stray characters around an address are removed.</Hint>
            {about && about.examples.length > 0 && (
              <Examples aria-label="Examples of repaired addresses">
                {about.examples.map((example) => (
                  <li key={example.row}>
                    <span>Row {example.row.toLocaleString('en-US')}:</span> <code>{shown(example.from)}</code>{' '}
                    <span aria-label="becomes">→</span> <code>{example.to}</code>
                  </li>
                ))}
              </Examples>
            )}
          </div>
        )}
        {role > 0 && (
          <div>
            <Name>{counted(role, 'role address', 'role addresses')}</Name>
            <Hint>
              {isAhead
                ? 'Such as info@ or sales@. They are imported and emailed like any other lead. Shared mailboxes reply less often and report spam more often.'
                : 'Such as info@ or sales@. They are treated like any other lead. Shared mailboxes reply less often and report spam more often.'}
            </Hint>
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** What no screen shows of a cell, as a dot or by its name. */
const shown = (cell: string): string =>
  cell
    .replace(/[ \u00a0]/g, '·')
    .replace(/\t/g, '⇥')
    .replace(/[\r\n]+/g, '↵')
    .replace(/[\u0000-\u001f\u007f\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '□');
