import { styled } from 'styled-components';
import {
  secretImportFields,
  type MailboxImportColumn,
  type MailboxImportField,
} from '@skein/contracts/main/mailbox-imports.contract';
import { Select } from '@skein/ui/select';
import { SubLine } from '@skein/ui/text';
import { fieldChoices, type Mapping } from './mapping';

const Table = styled.table`
  width: 100%;
  border-spacing: 0;
  table-layout: fixed;
  th,
  td {
    padding: var(--s-2) var(--s-4);
    border-top: 1px solid var(--border);
    text-align: left;
    vertical-align: middle;
    font-weight: var(--w-regular);
    overflow-wrap: anywhere;
  }
  thead th {
    border-top: 0;
    color: var(--muted);
    font-size: var(--fs-2);
  }
  @media (max-width: 720px) {
    th:nth-child(2),
    td:nth-child(2) {
      display: none;
    }
  }
`;

type Choice = MailboxImportField | 'none';

function samplesOf(column: MailboxImportColumn, field: MailboxImportField | null): string {
  if (field && secretImportFields.includes(field)) return '••••••••';
  if (column.filled_percent === 0) return 'Empty';
  return column.samples ? column.samples.join(', ') : 'Hidden: it may hold a password';
}

/** Each column of the file and what it is. */
export function ImportColumns({
  columns,
  mapping,
  names,
  onChange,
}: {
  columns: readonly MailboxImportColumn[];
  mapping: Mapping;
  names: Record<MailboxImportField, string>;
  onChange: (index: number, field: MailboxImportField | null) => void;
}) {
  const choices = [
    { value: 'none' as const, label: 'Leave out' },
    ...fieldChoices.map((field) => ({ value: field, label: names[field] })),
  ];
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">In the file</th>
          <th scope="col">First values</th>
          <th scope="col">Becomes</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr key={column.index}>
            <th scope="row">
              {column.name}
              <SubLine>{column.reason}</SubLine>
            </th>
            <td>{samplesOf(column, mapping[column.index] ?? null)}</td>
            <td>
              <Select<Choice>
                aria-label={`What “${column.name}” becomes`}
                value={mapping[column.index] ?? 'none'}
                onValueChange={(choice) => onChange(column.index, choice === 'none' ? null : choice)}
                options={choices}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
