import { useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { measureDefinitions } from '@skein/contracts/analytics/measures';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { usePage } from '@skein/mfe/page';
import { useSearchParams } from '@skein/mfe/search-params';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { Card } from '@skein/ui/card';
import { Chart } from '@skein/ui/chart';
import { counted } from '@skein/ui/counted';
import { EmptyState } from '@skein/ui/empty-state';
import { Row, Stack } from '@skein/ui/layout';
import { PageBody, PageHeader } from '@skein/ui/page-header';
import { Select } from '@skein/ui/select';
import { Loading } from '@skein/ui/skeleton';
import { Stat, Stats } from '@skein/ui/stat';
import { Switch } from '@skein/ui/switch';
import { Text } from '@skein/ui/text';
import { positiveReplies, RecapCards } from './recap-cards';
import { useYearRecap, type Recap } from './year-recap.hooks';
import { Problem } from '../insights/problem-card';
import { pngOf, sharePicture } from './share-picture';

const number = (count: number) => count.toLocaleString('en-US');
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const shareable = ['positive', 'contacted', 'replied', 'meetings', 'sent'] as const;
type Shareable = (typeof shareable)[number];
/** An estimate of what it takes to send one email manually, in seconds. */
const secondsSaved = 18;

function save(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The picture to share: each figure is off until it is turned on, and the picture is made in this browser. */
function SharePicture({ recap }: { recap: Recap }) {
  const [shown, setShown] = useState<ReadonlySet<Shareable>>(new Set());
  const svg = useMemo(() => {
    const count = (name: Exclude<Shareable, 'replied'>) => (shown.has(name) ? recap.counts[name] : null);
    return sharePicture(recap.year, {
      company: null,
      sent: count('sent'),
      contacted: count('contacted'),
      positive: count('positive'),
      meetings: count('meetings'),
      replied: shown.has('replied') && recap.rates.replied !== null ? `${recap.rates.replied.toFixed(1)}%` : null,
    });
  }, [recap, shown]);
  const file = `${recap.year}-in-review`;
  const savePng = async () => {
    try {
      save(await pngOf(svg), `${file}.png`);
    } catch (error) {
      showProblem('Could not create the image', error);
    }
  };
  return (
    <Card title="Share" detail="Only the figures you turn on appear in the image.">
      <Stack $gap={3}>
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={`${recap.year} in review with the chosen figures`}
          style={{ width: '100%', maxWidth: 600, borderRadius: 'var(--r-3)' }}
        />
        <Row $wrap $gap={4}>
          {shareable.map((name) => (
            <Switch
              key={name}
              checked={shown.has(name)}
              onCheckedChange={(on) => {
                const next = new Set(shown);
                if (on) next.add(name);
                else next.delete(name);
                setShown(next);
              }}
              label={measureDefinitions[name].label}
            />
          ))}
        </Row>
        <Row $gap={2}>
          <Button icon="download" onClick={() => void savePng()}>
            Download PNG
          </Button>
          <Button icon="download" onClick={() => save(new Blob([svg], { type: 'image/svg+xml' }), `${file}.svg`)}>
            Download SVG
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

function Figures({ recap }: { recap: Recap | undefined }) {
  const stat = (label: string, definition: string, value: string | null, detail?: string) => (
    <Stat label={label} definition={definition} value={value} loading={!recap} {...(detail ? { detail } : {})} />
  );
  const measure = (name: 'sent' | 'contacted' | 'positive' | 'meetings') =>
    stat(
      measureDefinitions[name].label,
      measureDefinitions[name].definition,
      recap ? number(recap.counts[name]) : null,
    );
  return (
    <Stats style={{ flex: 'none' }}>
      {measure('positive')}
      {measure('contacted')}
      {measure('sent')}
      {stat(
        measureDefinitions.replied.label,
        measureDefinitions.replied.definition,
        recap ? (recap.rates.replied === null ? '–' : `${recap.rates.replied.toFixed(1)}%`) : null,
        recap && number(recap.counts.replied),
      )}
      {measure('meetings')}
      {stat(
        'Hours saved',
        `Sent emails at ${secondsSaved} seconds each, an estimate for sending manually.`,
        recap ? `${number(Math.round((recap.counts.sent * secondsSaved) / 3600))} h` : null,
      )}
    </Stats>
  );
}

/** What the year came to, as large as it deserves. */
const Sentence = styled.p`
  flex: none;
  max-width: 24ch;
  font-size: clamp(28px, 4vw, 56px);
  line-height: 1.1;
  letter-spacing: -0.02em;
  font-weight: var(--w-bold);
  text-wrap: balance;
`;

/** A year without emails; in January people come for the one that has just ended. */
function EmptyYear({ year, earliest, onSee }: { year: number; earliest: number; onSee: (year: string) => void }) {
  const before = String(year - 1);
  const { recap } = useYearRecap(year - 1);
  return (
    <EmptyState
      icon="chart"
      title={`Nothing was sent in ${year}`}
      actions={
        year > earliest &&
        (recap?.counts.sent ?? 0) > 0 && <Button onClick={() => onSee(before)}>{`See ${before}`}</Button>
      }
    >
      Your recap appears once a campaign has sent.
    </EmptyState>
  );
}

/** A year of campaigns, from the same rows as every other figure. */
export function YearRecapPage() {
  usePage([{ label: 'Year recap' }]);
  const thisYear = useCampaignTime().now().getUTCFullYear();
  const [params, setParams] = useSearchParams();
  const years = [0, 1, 2, 3, 4].map((back) => String(thisYear - back));
  const year = years.find((known) => known === params.get('year')) ?? String(thisYear);
  const showYear = (value: string) => setParams({ year: value }, { replace: true });
  const { recap, problem } = useYearRecap(Number(year));
  return (
    <>
      <PageHeader
        title="Year recap"
        actions={
          <Select
            aria-label="Year"
            size="small"
            value={year}
            options={years.map((value) => ({ value, label: value }))}
            onValueChange={showYear}
          />
        }
      />
      <PageBody $well>
        {problem ? (
          <Problem {...problem} />
        ) : recap?.counts.sent === 0 ? (
          <EmptyYear year={Number(year)} earliest={Number(years.at(-1))} onSee={showYear} />
        ) : (
          <>
            {recap && (
              <Sentence>
                {counted(recap.counts.contacted, 'person', 'people')} contacted in {year},{' '}
                {positiveReplies(recap.counts.positive)}
              </Sentence>
            )}
            {recap ? (
              <Figures recap={recap} />
            ) : (
              <Loading label="Loading the recap">
                <Figures recap={undefined} />
              </Loading>
            )}
            <Card>
              <Chart
                title="Positive replies by month"
                kind="column"
                heading="h2"
                categoryLabel="Month"
                height={220}
                loading={!recap}
                categories={monthNames}
                series={[
                  {
                    id: 'positive',
                    label: 'Positive',
                    tone: 'success',
                    values: (recap?.months ?? []).map((month) => month.positive),
                  },
                ]}
              />
            </Card>
            {recap && <RecapCards recap={recap} />}
            {recap && <SharePicture recap={recap} />}
            <Text $tone="muted" $size={2}>
              Days of the year are counted in UTC.
            </Text>
          </>
        )}
      </PageBody>
    </>
  );
}
