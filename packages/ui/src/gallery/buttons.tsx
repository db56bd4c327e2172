import { useState } from 'react';
import { Button, SplitButton } from '../button';
import { Glyph, Icon } from '../icon';
import { glyphShapes } from '../glyph-shapes';
import type { GlyphName } from '../glyph-shapes';
import { IconButton } from '../icon-button';
import { iconPaths } from '../icon-paths';
import type { IconName } from '../icon-paths';
import { Kbd, KeyHint } from '../kbd';
import { Link, LinkButton } from '../link';
import { Menu } from '../menu';
import { Segmented } from '../segmented';
import { Group, Specimen } from './specimen';

/** Buttons, links, keys and the icon set. */
export function ButtonsGallery() {
  const [view, setView] = useState<'event' | 'sent'>('event');
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  const [bold, setBold] = useState(true);
  return (
    <Group title="Buttons and icons">
      <Specimen name="Button" keys="Enter and Space press it">
        <Button variant="primary" icon="plus">
          New campaign
        </Button>
        <Button icon="folder">New folder</Button>
        <Button variant="ghost" iconEnd="chevron-down">
          Live for clients
        </Button>
        <Button variant="danger" icon="trash">
          Delete
        </Button>
        <Button variant="danger-solid">Delete 412 leads</Button>
        <Button loading>Saving</Button>
        <Button variant="primary" loading>
          Sending
        </Button>
        <Button disabled>Previous</Button>
        <Button icon="lock" disabledReason="3 problems block the launch">
          Launch
        </Button>
        <Button href="#gallery">A link</Button>
      </Specimen>
      <Specimen name="Sizes">
        <Button size="small" icon="download">
          Export
        </Button>
        <Button icon="download">Export</Button>
        <Button size="large" variant="primary">
          Log in
        </Button>
        <SplitButton>
          <Button variant="primary">Send</Button>
          <Menu
            align="end"
            entries={[
              { label: 'Send tomorrow 08:30', icon: 'clock' },
              { label: 'Send and archive', icon: 'archive' },
            ]}
            trigger={<Button variant="primary" aria-label="More ways to send" iconEnd="chevron-down" />}
          />
        </SplitButton>
      </Specimen>
      <Specimen name="IconButton" keys="its label is its name and its tooltip">
        <IconButton icon="bell" label="Notifications, 3 new" dot="accent" size="medium" />
        <IconButton icon="mail" label="Email accounts, 2 cannot send" dot="danger" size="medium" />
        <IconButton icon="bold" label="Bold" aria-pressed={bold} onClick={() => setBold(!bold)} />
        <IconButton icon="more" label="Actions for Q4 directors" />
        <IconButton icon="trash" label="Delete" disabled />
      </Specimen>
      <Specimen name="Segmented" keys="arrow keys move, Enter takes">
        <Segmented
          label="Count by"
          value={view}
          onValueChange={setView}
          items={[
            { id: 'event', label: 'By event time' },
            { id: 'sent', label: 'By sent time' },
          ]}
        />
        <Segmented
          label="Preview on"
          value={device}
          onValueChange={setDevice}
          items={[
            { id: 'desktop', label: 'Desktop', icon: 'desktop', iconOnly: true },
            { id: 'phone', label: 'Phone', icon: 'phone', iconOnly: true },
          ]}
        />
      </Specimen>
      <Specimen name="Links and keys">
        <Link href="#gallery">Open the rows</Link>
        <LinkButton>Why?</LinkButton>
        <Kbd>Esc</Kbd>
        <KeyHint keys={['Mod', 'K']} label="search" />
        <KeyHint keys={['g', 'i']} sequence label="inbox" />
      </Specimen>
      <Specimen name="Icons">
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <Icon key={name} name={name} title={name} />
        ))}
      </Specimen>
      <Specimen name="Glyphs">
        {(Object.keys(glyphShapes) as GlyphName[]).map((name) => (
          <Glyph key={name} name={name} title={name} />
        ))}
      </Specimen>
    </Group>
  );
}
