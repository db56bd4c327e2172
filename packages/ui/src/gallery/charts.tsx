import { Card } from '../card';
import { Chart } from '../chart';
import type { ChartSeries } from '../chart';
import { Group, Specimen } from './specimen';

const days = Array.from({ length: 18 }, (_, index) => `${index + 2} Nov`);
const wave = (scale: number, shift: number) =>
  days.map((_, index) =>
    [5, 6, 12, 13].includes(index) ? Math.round(scale / 40) : Math.round(scale * (0.8 + 0.2 * Math.sin(index + shift))),
  );
const measures: readonly ChartSeries[] = [
  { id: 'sent', label: 'Sent', values: wave(300, 0) },
  { id: 'opened', label: 'Opened', values: wave(70, 1) },
  { id: 'replied', label: 'Replied', values: wave(14, 2), draw: 'line', axis: 'right', tone: 'success' },
];
const mailboxes: readonly ChartSeries[] = [
  'rosa@trynorthlight.com',
  'dan@getnorthlight.io',
  'lena@northlight-team.com',
  'amir@trynorthlight.com',
].map((label, index) => ({ id: label, label, values: wave(50, index) }));
const lines: readonly ChartSeries[] = [
  { id: 'inbox', label: 'Inbox', values: wave(96, 0) },
  { id: 'spam', label: 'Spam', values: wave(6, 1), tone: 'danger' },
];

/** Charts with their twins. */
export function ChartsGallery() {
  return (
    <Group title="Charts">
      <Specimen name="Chart" keys="focus the drawing, arrow keys read it, Enter opens the rows" flush>
        <div
          style={{
            display: 'grid',
            gap: 16,
            padding: 16,
            width: '100%',
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
            background: 'var(--surface-2)',
          }}
        >
          <Card>
            <Chart
              title="By day"
              kind="column"
              categories={days}
              series={measures}
              categoryLabel="Day"
              onOpen={() => {}}
            />
          </Card>
          <Card>
            <Chart
              title="Sends per day and mailbox"
              kind="stacked"
              categories={days}
              series={mailboxes}
              categoryLabel="Day"
            />
          </Card>
          <Card>
            <Chart
              title="Placement"
              kind="area"
              categories={days}
              series={lines}
              categoryLabel="Day"
              maximum={100}
              formatValue={(value) => `${value.toFixed(0)}%`}
            />
          </Card>
          <Card>
            <Chart
              title="Replies by category"
              kind="donut"
              categories={['Interested', 'Meeting Request', 'Information Request', 'Out Of Office']}
              series={[{ id: 'count', label: 'Replies', values: [14, 6, 9, 31] }]}
              categoryLabel="Category"
            />
          </Card>
          <Card>
            <Chart
              title="Sent, as a table"
              kind="line"
              categories={days.slice(0, 5)}
              series={measures.slice(0, 2)}
              categoryLabel="Day"
              defaultAsTable
            />
          </Card>
          <Card>
            <Chart title="Nothing yet" kind="line" categories={[]} series={[]} categoryLabel="Day" />
          </Card>
        </div>
      </Specimen>
    </Group>
  );
}
