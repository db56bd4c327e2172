import { rateOf } from '@skein/contracts/analytics/measures';
import { templateWords } from '@skein/contracts/plain-template';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { counted } from '@skein/ui/counted';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { Grid } from '@skein/ui/layout';
import { BareLink } from '@skein/ui/link';
import { dayText } from '@skein/ui/instant';
import { SubLine, Text } from '@skein/ui/text';
import { lengthText } from '../insights/span-text';
import type { Recap } from './year-recap.hooks';

const number = (count: number) => count.toLocaleString('en-US');
const share = (count: number, of: number) => {
  const rate = rateOf(count, of);
  return rate === null ? '–' : `${rate.toFixed(1)}%`;
};
export const positiveReplies = (count: number) => counted(count, 'positive reply', 'positive replies');

const performanceOf = (campaignId: number) => `/app/email-campaign/${campaignId}/overview/performance`;
const repliesOf = (campaignId: number) => `/app/email-campaign/${campaignId}/overview/inbox`;

function BestEmail({ email }: { email: NonNullable<Recap['best_email']> }) {
  const { seq_number: step, label, campaign_name: campaign } = email;
  return (
    <Card
      title="Best email"
      actions={
        <Button size="small" href={performanceOf(email.campaign_id)}>
          View email
        </Button>
      }
    >
      <Text as="p" $weight="medium" style={{ overflowWrap: 'anywhere' }}>
        {templateWords(email.subject)}
      </Text>
      <Text as="p" $tone="secondary">
        {positiveReplies(email.positive)}. {share(email.replied, email.sent)} of {number(email.sent)} sent got a reply.
      </Text>
      <SubLine title={campaign}>
        {label === null ? `Step ${step}, ${campaign}` : `Step ${step}, variant ${label}, ${campaign}`}
      </SubLine>
    </Card>
  );
}

const campaignColumns: DataTableColumn<Recap['campaigns'][number]>[] = [
  {
    id: 'name',
    label: 'Campaign',
    fixed: true,
    flexible: true,
    minWidth: 160,
    cell: ({ id, name }) => <BareLink href={performanceOf(id)}>{name}</BareLink>,
  },
  { id: 'contacted', label: 'Contacted', align: 'end', width: 96, cell: (row) => number(row.contacted) },
  {
    id: 'replied',
    label: 'Replied',
    align: 'end',
    width: 96,
    cell: (row) => (
      <>
        <BareLink href={repliesOf(row.id)} aria-label={`${number(row.replied)} replies to ${row.name}`}>
          {number(row.replied)}
        </BareLink>
        <SubLine>{share(row.replied, row.contacted)}</SubLine>
      </>
    ),
  },
  {
    id: 'positive',
    label: 'Positive',
    align: 'end',
    width: 96,
    cell: (row) => (
      <>
        {number(row.positive)}
        <SubLine>{share(row.positive, row.contacted)}</SubLine>
      </>
    ),
  },
];

type Person = Recap['people'][number];
const nameOf = ({ name }: Person) => name ?? 'From another mail client';

const peopleColumns: DataTableColumn<Person>[] = [
  { id: 'name', label: 'Person', fixed: true, flexible: true, minWidth: 140, cell: nameOf },
  {
    id: 'answered',
    label: 'Answered',
    definition: 'Positive replies that this person answered.',
    align: 'end',
    width: 96,
    cell: (row) => number(row.answered),
  },
  {
    id: 'median',
    label: 'Median time',
    definition: 'Half the answers were sent faster than this, half slower.',
    align: 'end',
    width: 120,
    cell: (row) => lengthText(row.median_seconds),
  },
];

/** What brought the most of a year: its best day and email, its campaigns, and who answered. */
export function RecapCards({ recap }: { recap: Recap }) {
  return (
    <>
      <Grid $min={320} $gap={4}>
        {recap.best_email && <BestEmail email={recap.best_email} />}
        {recap.best_day && (
          <Card title="Best day">
            {dayText(recap.best_day.date, 'weekday')} brought {positiveReplies(recap.best_day.positive)}.
          </Card>
        )}
      </Grid>
      {recap.campaigns.length > 0 && (
        <Card title="Best campaigns" padded={false}>
          <DataTable
            label="Best campaigns"
            gutter={16}
            columns={campaignColumns}
            rows={recap.campaigns}
            rowId={({ id }) => String(id)}
            rowLabel={({ name }) => name}
            empty={null}
          />
        </Card>
      )}
      {recap.people.length > 0 && (
        <Card
          title="Who answered"
          padded={false}
          actions={
            <Button size="small" href="/app/analytics-v2/team-board">
              View team
            </Button>
          }
        >
          <DataTable
            label="Who answered"
            gutter={16}
            columns={peopleColumns}
            rows={recap.people}
            rowId={nameOf}
            rowLabel={nameOf}
            empty={null}
          />
        </Card>
      )}
    </>
  );
}
