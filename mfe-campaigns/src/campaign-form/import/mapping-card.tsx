import { useState } from 'react';
import { styled } from 'styled-components';
import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { Callout } from '@skein/ui/callout';
import { Card, CardFoot } from '@skein/ui/card';
import { LinkButton } from '@skein/ui/link';
import { Switch } from '@skein/ui/switch';
import { CardTable, TableScroll } from '../form-layout';
import { checkMapping, mappingSummary, matchOf } from './mapping';
import { ColumnRow } from './column-row';

const shownFirst = 8;

/**
 * On a phone each column of the file is a block: its name and how sure the proposal is, a sample, and what it becomes
 * over the whole width.
 */
const Columns = styled(CardTable)`
  table-layout: fixed;
  @media (max-width: 720px) {
    min-width: 0;
    display: block;
    & > thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    & > tbody {
      display: block;
    }
    & > tbody > tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px var(--s-3);
      padding: var(--s-3) var(--s-4);
      border-top: 1px solid var(--border);
    }
    & > tbody > tr > *,
    & > tbody > tr + tr > * {
      height: auto;
      padding: 0;
      border: 0;
    }
    & > tbody > tr > td:nth-child(2),
    & > tbody > tr > td:nth-child(3) {
      grid-column: 1 / -1;
    }
    & > tbody > tr > td:last-child {
      grid-row: 1;
      grid-column: 2;
    }
  }
`;

interface MappingCardProps {
  upload: UploadView;
  mapping: readonly ColumnTarget[];
  onChange: (mapping: ColumnTarget[]) => void;
  editable: boolean;
  /** Row of the sample that is shown. */
  sample: number;
  remember: boolean;
  onRemember: (remember: boolean) => void;
}

/** What each column becomes, with a sample and how sure the proposal is. */
export function MappingCard({ upload, mapping, onChange, editable, sample, remember, onRemember }: MappingCardProps) {
  const [all, setAll] = useState(false);
  const [naming, setNaming] = useState<number | null>(null);
  const { byColumn, general } = checkMapping(mapping);
  const urgent = upload.columns.some(
    (column, index) =>
      index >= shownFirst &&
      (byColumn.has(index) || matchOf(column, mapping[index] ?? column.target).tone === 'warning'),
  );
  const shown =
    all || urgent || upload.columns.length <= shownFirst + 1 ? upload.columns : upload.columns.slice(0, shownFirst);
  const rest = upload.columns.length - shown.length;
  const set = (index: number, target: ColumnTarget) =>
    onChange(mapping.map((other, place) => (place === index ? target : other)));
  const row = upload.sample_rows[sample];
  return (
    <Card
      padded={false}
      title="Columns"
      detail={mappingSummary(upload.columns, mapping)}
      actions={
        editable && upload.has_header ? (
          <Switch label="Remember this mapping" checked={remember} onCheckedChange={onRemember} />
        ) : undefined
      }
    >
      <TableScroll aria-label="Columns of the file">
        <Columns aria-label="Columns of the file">
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">Sample, row {upload.sample_row_numbers[sample] ?? sample + 1}</th>
              <th scope="col" style={{ width: 210 }}>
                Becomes
              </th>
              <th scope="col" data-end style={{ width: 120 }}>
                Match
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column, index) => {
              const target = mapping[index] ?? column.target;
              return (
                <ColumnRow
                  key={column.index}
                  column={column}
                  index={index}
                  target={target}
                  sample={row?.[index] ?? column.samples[0]}
                  editable={editable}
                  problem={byColumn.get(index)}
                  isNaming={naming === index}
                  onNaming={(on) => setNaming(on ? index : null)}
                  onTarget={(next) => set(index, next)}
                />
              );
            })}
          </tbody>
        </Columns>
      </TableScroll>
      {editable && general && (
        <div style={{ padding: 'var(--s-3) var(--s-4)' }}>
          <Callout tone="warning" role="alert" title="One thing is missing.">
            {general}
          </Callout>
        </div>
      )}
      {rest > 0 && (
        <CardFoot>
          <LinkButton onClick={() => setAll(true)}>
            Show {rest} more {rest === 1 ? 'column' : 'columns'}
          </LinkButton>
          {upload.columns.slice(shownFirst).every((column) => column.match === 'CERTAIN') && 'all certain'}
        </CardFoot>
      )}
    </Card>
  );
}
