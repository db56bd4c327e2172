import { useState } from 'react';
import { Avatar } from '../avatar';
import { Badge } from '../badge';
import { CategoryBadge } from '../category-badge';
import { Definition } from '../definition';
import { Progress, StackedProgress } from '../progress';
import { Stat, Stats } from '../stat';
import { knownStates, StateStatus, Status } from '../status';
import type { KnownState } from '../status';
import { Stepper } from '../stepper';
import { Tabs } from '../tabs';
import { Count } from '../text';
import { ContentSpecimens, NoticeSpecimens } from './content';
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

function StateSpecimens() {
  return (
    <>
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
    </>
  );
}

function FigureSpecimens() {
  return (
    <>
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
    </>
  );
}

function PlaceSpecimens() {
  const [tab, setTab] = useState('all');
  return (
    <>
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
    </>
  );
}

/** What says how things stand. */
export function DisplayGallery() {
  return (
    <Group title="Status, figures and content">
      <StateSpecimens />
      <FigureSpecimens />
      <PlaceSpecimens />
      <ContentSpecimens />
      <NoticeSpecimens />
    </Group>
  );
}
