import { useState } from 'react';
import { Avatar } from '../avatar';
import { Badge } from '../badge';
import { Button } from '../button';
import { Callout } from '../callout';
import { Card, CardFoot, CardList } from '../card';
import { CategoryBadge } from '../category-badge';
import { CodeBlock } from '../code-block';
import { Definition } from '../definition';
import { EmptyState } from '../empty-state';
import { ErrorBoundary } from '../error-boundary';
import { FilterChip } from '../filter-bar';
import { MailFrame } from '../mail-frame';
import { Progress, StackedProgress } from '../progress';
import { SkeletonLines, SkeletonRows } from '../skeleton';
import { Stat, Stats } from '../stat';
import { knownStates, StateStatus, Status } from '../status';
import type { KnownState } from '../status';
import { Stepper } from '../stepper';
import { Tabs } from '../tabs';
import { Count, SubLine } from '../text';
import { Timeline } from '../timeline';
import { Cell, Group, Specimen } from './specimen';

const categories = [
  'Not assigned',
  'Interested',
  'Meeting Request',
  'Not Interested',
  'Do Not Contact',
  'Information Request',
  'Out Of Office',
  'Wrong Person',
];
const hostile =
  '<p>Hi Rosa,</p><p>Tuesday works. Could you send the two pages before?</p><script>alert(1)</script><img src="https://tracker.example/a.gif"><img src="https://tracker.example/b.gif" onerror="alert(2)"><p>Priya</p>';

function Broken(): never {
  throw new Error('chunk 7f3c could not be fetched');
}

/** What says how things stand. */
export function DisplayGallery() {
  const [tab, setTab] = useState('all');
  return (
    <Group title="Status, figures and content">
      <Specimen name="Status">
        {(Object.keys(knownStates) as KnownState[]).map((state) => (
          <StateStatus key={state} state={state} />
        ))}
        <Status tone="warning" glyph="warn" quiet>
          3 problems block the launch
        </Status>
      </Specimen>
      <Specimen name="CategoryBadge">
        {categories.map((name, id) => (
          <CategoryBadge key={name} id={id} name={name} />
        ))}
        <CategoryBadge id={41} name="Partner" look={{ hue: 2, shape: 5 }} />
        <CategoryBadge id={1} name="Interested" bare />
      </Specimen>
      <Specimen name="Badge, Avatar, Count">
        <Badge>Stopped by reply</Badge>
        <Badge tone="success" glyph="done">
          New lead
        </Badge>
        <Badge tone="warning" glyph="warn">
          Sandbox
        </Badge>
        <Badge tone="danger" glyph="bad">
          2
        </Badge>
        <Badge tone="info">Forecast, not a promise</Badge>
        <Badge tone="accent">Selected</Badge>
        <Badge tone="outline" glyph="draft">
          Draft
        </Badge>
        <Avatar name="Maya Lindqvist" labelled />
        <Avatar name="rosa.kessler@x.com" size="large" square />
        <Avatar name="Tom" size="small" />
        <Count>48,213</Count>
        <Definition text="Leads with at least one human open, of contacted leads." onOpen={() => {}}>
          Opened
        </Definition>
      </Specimen>
      <Specimen name="Stats" flush>
        <div style={{ width: '100%' }}>
          <Stats>
            <Stat
              label="Contacted"
              value="1,588"
              definition="Leads who got at least one mail."
              detail="79.4% of 2,000"
              onOpen={() => {}}
            />
            <Stat
              label="Opened"
              value="54.4%"
              definition="Leads with at least one human open, of contacted leads."
              trend={{ direction: 'up', text: '1.2 pt', good: true }}
            />
            <Stat label="Positive" value="2.6%" trend={{ direction: 'flat', text: 'no change' }} />
            <Stat label="Bounced" value="0.9%" trend={{ direction: 'down', text: '0.3 pt', good: true }} />
            <Stat label="Replied" value={null} detail="nothing sent yet" />
            <Stat label="Sent" value="" loading />
          </Stats>
        </div>
      </Specimen>
      <Specimen name="Progress">
        <Cell $width={150}>
          <Progress label="Q4 logistics directors" value={1588} max={2000} start="79%" end="1,588 / 2,000" />
        </Cell>
        <Cell $width={150}>
          <Progress label="Freight brokers" value={188} max={640} tone="off" start="29%" end="188 / 640" />
        </Cell>
        <Cell $width={320}>
          <StackedProgress
            label="Import"
            max={2214}
            parts={[
              { id: 'new', label: 'New', value: 1284, tone: 'success' },
              { id: 'updated', label: 'Updated', value: 118, tone: 'info' },
              { id: 'same', label: 'Duplicate', value: 50, tone: 'neutral' },
              { id: 'bad', label: 'Not valid', value: 28, tone: 'danger' },
            ]}
          />
        </Cell>
      </Specimen>
      <Specimen name="Tabs" keys="arrow keys move and select; with addresses they are links" flush>
        <div style={{ padding: '0 16px', width: '100%' }}>
          <Tabs
            label="Campaigns"
            value={tab}
            onValueChange={setTab}
            items={[
              { id: 'all', label: 'All', count: 312 },
              { id: 'folders', label: 'Folders', count: 14 },
              { id: 'errors', label: 'Error state', count: 1, countTone: 'danger' },
              { id: 'archive', label: 'Archive', disabled: true },
            ]}
          />
          <Tabs
            label="Parts of the campaign"
            value="analytics"
            items={[
              { id: 'performance', label: 'Performance', href: '#performance' },
              { id: 'analytics', label: 'Analytics', href: '#analytics' },
              { id: 'inbox', label: 'Inbox', count: 9, href: '#inbox' },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="Stepper">
        <Stepper
          label="Campaign"
          steps={[
            { id: 'a', label: 'Lead Condition', state: 'done', href: '#a' },
            { id: 'b', label: 'Import Leads', state: 'problem', href: '#b', count: '2,000' },
            { id: 'c', label: 'Sequences', state: 'current', href: '#c' },
            { id: 'd', label: 'Setup', state: 'open' },
          ]}
        />
      </Specimen>
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
          <Card
            title="What is affected"
            detail="3"
            level={3}
            padded={false}
            actions={<Button size="small">Open</Button>}
          >
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
    </Group>
  );
}
