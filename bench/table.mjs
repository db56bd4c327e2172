import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const begin = '<!-- bench -->';
const end = '<!-- /bench -->';

/** Every row of every result file, in the order of the files' names. */
export function readResults(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

const short = (value) => String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3)));
const spread = ({ median, low, high }) => `${short(median)} (${short(low)} to ${short(high)})`;

function goalText({ goal }) {
  if (!goal) return '';
  return (
    goal.text ??
    [goal.atMost !== undefined && `at most ${goal.atMost}`, goal.atLeast !== undefined && `at least ${goal.atLeast}`]
      .filter(Boolean)
      .join(', ')
  );
}

/** The table: a ratio (or a figure) with its spread, the goal, whether the pessimistic end meets it, and the control. */
export function benchTable(rows) {
  const cell = (text) =>
    String(text ?? '')
      .replaceAll('|', '\\|')
      .replaceAll('\n', ' ');
  const lines = rows.map((row) => {
    const figure = row.ratio ? `${spread(row.ratio)} x` : `${spread(row.value)} ${row.value.unit}`;
    return `| ${[row.name, row.what, row.against ?? '', figure, goalText(row), row.met === undefined ? '' : row.met ? 'yes' : '**no**', row.control ? short(row.control.median) : ''].map(cell).join(' | ')} |`;
  });
  return [
    '| bench | what | against | median (10th to 90th percentile) | goal | met | control |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Puts the table between the markers. */
export function putTable(text, table) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from)
    throw new Error(`The file has no place for the table: write ${begin} and ${end} on lines of their own.`);
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`;
}
