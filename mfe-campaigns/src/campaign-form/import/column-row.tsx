import { leadFields } from '@skein/contracts/constants';
import type { ColumnTarget, UploadView } from '@skein/contracts/main/uploads.contract';
import { Select } from '@skein/ui/select';
import { Status } from '@skein/ui/status';
import { Text } from '@skein/ui/text';
import { TextInput } from '@skein/ui/text-input';
import { Tooltip } from '@skein/ui/tooltip';
import { styled } from 'styled-components';
import { Lines } from '../form-layout';
import { customNameOf, fieldNames, matchOf, targetOf, targetValue } from './mapping';

interface ColumnRowProps {
  column: UploadView['columns'][number];
  index: number;
  target: ColumnTarget;
  /** Value of the row that is shown. */
  sample: string | undefined;
  editable: boolean;
  problem: string | undefined;
  /** Whether the name of the custom field is being typed. */
  isNaming: boolean;
  onNaming: (on: boolean) => void;
  onTarget: (target: ColumnTarget) => void;
}

/** One column of the file: its name, a sample, what it becomes, and how sure the proposal is. */
export function ColumnRow(props: ColumnRowProps) {
  const { column, index, target, sample, editable } = props;
  const match = matchOf(column, target);
  return (
    <tr>
      <th scope="row">
        <Text $mono $size={2}>
          <Lines $most={2} title={column.name || undefined}>
            {column.name || `Column ${index + 1}`}
          </Lines>
        </Text>
      </th>
      <td>
        <Text $tone="secondary">
          <Lines $most={2} title={sample}>
            <Sample text={(sample ?? '').trim().slice(0, 120) || '–'} />
          </Lines>
        </Text>
      </td>
      <td>{editable ? <TargetField {...props} /> : <span>{targetName(target)}</span>}</td>
      <td data-end>
        <Tooltip content={column.reason}>
          <Status tone={match.tone} glyph={match.glyph} quiet tabIndex={0} role="note">
            {match.word}
          </Status>
        </Tooltip>
      </td>
    </tr>
  );
}

/** Ends in an ellipsis instead of breaking inside a word. */
const Part = styled.span`
  display: inline-block;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  vertical-align: top;
`;

/** An address that needs two lines has its domain on the second. */
function Sample({ text }: { text: string }) {
  const at = /\s/.test(text) ? -1 : text.lastIndexOf('@');
  if (at < 1) return text;
  return (
    <>
      <Part>{text.slice(0, at)}</Part>
      <wbr />
      <Part>{text.slice(at)}</Part>
    </>
  );
}

const targetName = (target: ColumnTarget): string =>
  target.kind === 'field'
    ? fieldNames[target.field]
    : target.kind === 'custom'
      ? `Custom: ${target.name}`
      : 'Leave out';

/** Chooses what a column becomes: a field, a custom field with a name, or nothing. */
function TargetField({ column, index, target, problem, isNaming, onNaming, onTarget }: ColumnRowProps) {
  const value = targetValue(target);
  const proposed = column.target.kind === 'custom' ? column.target.name : customNameOf(column.name);
  const customs = [...new Set([proposed, ...(target.kind === 'custom' ? [target.name] : [])])];
  return (
    <>
      <Select
        size="small"
        aria-label={`${column.name || `Column ${index + 1}`} becomes`}
        value={value}
        onValueChange={(next) => {
          if (next !== 'name') {
            onNaming(false);
            onTarget(targetOf(next));
            return;
          }
          if (target.kind !== 'custom') onTarget({ kind: 'custom', name: proposed });
          onNaming(true);
        }}
        aria-invalid={problem ? true : undefined}
        options={[
          { value: 'ignore', label: 'Leave out' },
          ...leadFields.map((field) => ({
            value: `field:${field}`,
            label: fieldNames[field],
            group: 'Fields',
          })),
          ...customs.map((name) => ({
            value: `custom:${name}`,
            label: `Custom: ${name || 'unnamed'}`,
            group: 'Custom fields',
          })),
          { value: 'name', label: 'Custom, other name', group: 'Custom fields' },
        ]}
      />
      {target.kind === 'custom' && (isNaming || problem) && (
        <TextInput
          size="small"
          style={{ marginTop: 4 }}
          autoFocus={isNaming}
          aria-label={`Name of the custom field for ${column.name}`}
          value={target.name}
          maxLength={120}
          onChange={(event) => {
            onNaming(true);
            onTarget({ kind: 'custom', name: event.target.value });
          }}
        />
      )}
      {problem && (
        <Text $tone="danger" $size={2} role="alert" style={{ display: 'block' }}>
          {problem}
        </Text>
      )}
    </>
  );
}
