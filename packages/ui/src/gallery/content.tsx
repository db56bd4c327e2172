import { Button } from '../button';
import { Callout } from '../callout';
import { Card, CardFoot, CardList } from '../card';
import { CodeBlock } from '../code-block';
import { EmptyState } from '../empty-state';
import { ErrorBoundary } from '../error-boundary';
import { FilterChip } from '../filter-bar';
import { MailFrame } from '../mail-frame';
import { SkeletonLines, SkeletonRows } from '../skeleton';
import { StateStatus } from '../status';
import { SubLine } from '../text';
import { Timeline } from '../timeline';
import { Cell, Specimen } from './specimen';

const hostile =
  '<p>Hi Rosa,</p><p>Tuesday works. Could you send the two pages before?</p><script>alert(1)</script><img src="https://tracker.example/a.gif"><img src="https://tracker.example/b.gif" onerror="alert(2)"><p>Priya</p>';

function Broken(): never {
  throw new Error('chunk 7f3c could not be fetched');
}

/** What holds texts, lists and steps. */
export function ContentSpecimens() {
  return (
    <Specimen name="Card, Timeline, CodeBlock" flush>
      <div
        style={{
          display: 'grid',
          gap: 16,
          padding: 16,
          width: '100%',
          gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))',
          background: 'var(--surface-2)',
        }}
      >
        <Card title="What is affected" detail="3" level={3} padded={false} actions={<Button size="small">Open</Button>}>
          <CardList>
            {[
              ['Campaign mail', '442 leads wait, next try 11:14'],
              ['Warmup', 'stopped at 19 of 20 today'],
            ].map(([name, text]) => (
              <li key={name}>
                <StateStatus state="paused" quiet>
                  {name}
                </StateStatus>
                <SubLine style={{ marginLeft: 'auto' }}>{text}</SubLine>
              </li>
            ))}
          </CardList>
          <CardFoot>Since 09:14 EST</CardFoot>
        </Card>
        <Card title="History" level={3}>
          <Timeline
            label="History"
            items={[
              {
                id: '1',
                title: 'Cannot send, credentials refused',
                detail: 'Maya and Tom were told by mail',
                time: 'Today 09:14',
                icon: 'alert',
                tone: 'danger',
              },
              { id: '2', title: 'Connected again after 3 min', time: '2 Nov 14:06', icon: 'check' },
              { id: '3', title: 'Step 1 A sent', time: 'Fri 13', glyph: 'done', tone: 'success' },
            ]}
          />
        </Card>
        <Card title="What the server said" level={3}>
          <CodeBlock
            label="Server dialogue"
            wrap
            code={[
              { text: '09:14:02  → AUTH PLAIN ········', tone: 'muted' },
              { text: '09:14:02  ← 535-5.7.8 Username and Password not accepted.', tone: 'danger' },
            ]}
          />
        </Card>
      </div>
    </Specimen>
  );
}

/** What says that something is missing, waits or went wrong. */
export function NoticeSpecimens() {
  return (
    <>
      <Specimen name="Callout" flush>
        <div style={{ display: 'grid', gap: 8, padding: 16, width: '100%' }}>
          <Callout
            tone="danger"
            title="Gmail refused the password at 09:14 EST."
            actions={<Button size="small">Move waiting leads</Button>}
          >
            442 leads in 2 campaigns wait.
          </Callout>
          <Callout tone="warning" icon="unplug" title="You are offline." actions={<Button size="small">Retry</Button>}>
            Shown as of 10:41. 2 changes are kept here.
          </Callout>
          <Callout tone="success">Exactly what is sent.</Callout>
          <Callout tone="info" title="Forecast.">
            Not a promise.
          </Callout>
          <Callout icon="clock" title="Bottleneck: mailbox caps, until 15 Dec.">
            After that, the delays between steps decide.
          </Callout>
        </div>
      </Specimen>
      <Specimen name="EmptyState" flush>
        <div style={{ display: 'grid', width: '100%', gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))' }}>
          <EmptyState
            level={3}
            drawing="thread"
            title="No campaigns yet"
            note="2 mailboxes are connected and ready."
            actions={
              <>
                <Button variant="primary" icon="plus">
                  New campaign
                </Button>
                <Button>Import from another tool</Button>
              </>
            }
          >
            A campaign emails your leads in steps, stops at a reply, and shows why each email left or waited.
          </EmptyState>
          <EmptyState
            level={3}
            title="Nothing matches these 2 filters"
            lead={
              <span style={{ display: 'flex', gap: 4, flexWrap: 'wrap', justifyContent: 'center' }}>
                <FilterChip label="Status" value="Stopped" onRemove={() => {}} />
                <FilterChip label="Client" value="Corvane Analytics" onRemove={() => {}} />
              </span>
            }
            actions={<Button>Clear all filters</Button>}
          >
            312 campaigns are hidden by them.
          </EmptyState>
          <ErrorBoundary part="Analytics" reference="remote analytics 3.8.1 · ref 7f3c-1042">
            <Broken />
          </ErrorBoundary>
          {(['letter', 'people', 'figures', 'plug', 'search'] as const).map((name) => (
            <EmptyState key={name} level={3} drawing={name} title={name} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Skeleton" flush>
        <div style={{ width: '100%' }}>
          <SkeletonRows rows={2} />
          <SkeletonLines />
        </div>
      </Specimen>
      <Specimen name="MailFrame">
        <Cell $width={560}>
          <MailFrame title="Mail from Priya Raman" html={hostile} />
        </Cell>
      </Specimen>
    </>
  );
}
