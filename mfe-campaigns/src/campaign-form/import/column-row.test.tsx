import { render, screen } from '@testing-library/react';
import type { UploadView } from '@skein/contracts/main/uploads.contract';
import { ColumnRow } from './column-row';

const column: UploadView['columns'][number] = {
  index: 0,
  name: 'Kontakt',
  samples: [],
  filled_percent: 100,
  target: { kind: 'custom', name: 'kontakt' },
  confidence: 0.85,
  match: 'LIKELY',
  reason: 'Kept under its own name',
};
const show = (sample: string) =>
  render(
    <table>
      <tbody>
        <ColumnRow
          column={column}
          index={0}
          target={column.target}
          sample={sample}
          editable={false}
          problem={undefined}
          isNaming={false}
          onNaming={() => undefined}
          onTarget={() => undefined}
        />
      </tbody>
    </table>,
  );

it('lets the sample of an address break before its domain, and no other text', () => {
  show('interested.jorg@prospects.test');
  const parts = [...screen.getByTitle('interested.jorg@prospects.test').querySelectorAll('span')];
  expect(parts.map((part) => part.textContent)).toEqual(['interested.jorg', '@prospects.test']);
  show('call @ noon');
  expect(screen.getByTitle('call @ noon').innerHTML).toBe('call @ noon');
});

it('calls a column that becomes a custom field a new field', () => {
  show('Rome');
  expect(screen.getByRole('note').textContent).toBe('New field');
});
