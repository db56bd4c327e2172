import { styled } from 'styled-components';
import { cleanAddress } from '@skein/contracts/clean-address';
import { isEmailAddress } from '@skein/contracts/email-address';
import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { Avatar } from '@skein/ui/avatar';
import { Card } from '@skein/ui/card';
import { IconButton } from '@skein/ui/icon-button';
import { Hint } from '@skein/ui/field';
import { Lines } from '../form-layout';
import { fieldNames } from './mapping';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 128px minmax(0, 1fr);
  gap: 4px var(--s-3);
  margin-top: var(--s-3);
  dt {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** One row of the file as the lead it becomes. */
export function RowPreview({
  upload,
  mapping,
  sample,
  onSample,
}: {
  upload: UploadView;
  mapping: readonly ColumnTarget[];
  sample: number;
  onSample: (sample: number) => void;
}) {
  const row = upload.sample_rows[sample];
  if (!row) return null;
  const valueOf = (field: string) => {
    const index = mapping.findIndex((target) => target.kind === 'field' && target.field === field);
    return index < 0 ? '' : (row[index] ?? '').trim();
  };
  const name = [valueOf('first_name'), valueOf('last_name')].filter(Boolean).join(' ');
  // As the import reads it; what is no address is shown as it is.
  const cell = valueOf('email');
  const cleaned = cleanAddress(cell);
  const isAddress = isEmailAddress(cleaned);
  const email = isAddress ? cleaned : cell;
  const rest = mapping.flatMap((target, index) =>
    target.kind === 'ignore' || (target.kind === 'field' && ['email', 'first_name', 'last_name'].includes(target.field))
      ? []
      : [{ label: target.kind === 'field' ? fieldNames[target.field] : target.name, value: (row[index] ?? '').trim() }],
  );
  return (
    <Card
      title="Preview"
      actions={
        <>
          <Hint as="span">row {upload.sample_row_numbers[sample] ?? sample + 1}</Hint>
          <IconButton
            icon="chevron-left"
            label="Previous row"
            disabled={sample === 0}
            onClick={() => onSample(sample - 1)}
          />
          <IconButton
            icon="chevron-right"
            label="Next row"
            disabled={sample >= upload.sample_rows.length - 1}
            onClick={() => onSample(sample + 1)}
          />
        </>
      }
    >
      <div style={{ display: 'flex', gap: 'var(--s-3)', alignItems: 'center' }}>
        <Avatar name={name || email || '?'} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <b style={{ fontWeight: 'var(--w-medium)' }}>{name || email || 'No name'}</b>
          {email && <Hint>{email}</Hint>}
          {!isAddress && (
            <Hint>{email ? 'Not a valid address: this row is skipped' : 'No address: this row is skipped'}</Hint>
          )}
        </div>
      </div>
      <Facts>
        {rest.map((fact) => [
          <dt key={`${fact.label}-t`}>
            <Lines $most={2} title={fact.label}>
              {fact.label}
            </Lines>
          </dt>,
          <dd key={`${fact.label}-d`}>
            <Lines $most={3} title={fact.value || undefined}>
              {fact.value || '–'}
            </Lines>
          </dd>,
        ])}
      </Facts>
    </Card>
  );
}
