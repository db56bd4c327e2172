import { useState } from 'react';
import { Button } from '../button';
import { ConfirmDialog } from '../confirm-dialog';
import { Dialog } from '../dialog';
import { Drawer } from '../drawer';
import { Field } from '../field';
import { FilterBar, FilterChip, FilterEnd, FilterSearch } from '../filter-bar';
import { IconButton } from '../icon-button';
import { Menu } from '../menu';
import { PageHeader } from '../page-header';
import { Pagination } from '../pagination';
import { Popover } from '../popover';
import { StateStatus } from '../status';
import { Tabs } from '../tabs';
import { SearchInput, TextInput } from '../text-input';
import { toasts } from '../toast-store';
import { Tooltip } from '../tooltip';
import { Group, Specimen } from './specimen';

function DialogSpecimens() {
  const [open, setOpen] = useState<'dialog' | 'locked' | 'confirm' | 'typed' | 'drawer' | 'beside' | null>(null);
  const [name, setName] = useState('');
  const change = (which: typeof open) => (next: boolean) => setOpen(next ? which : null);
  return (
    <>
      <Specimen name="Dialogs" keys="focus stays inside, Escape closes, focus returns">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('locked')}>Session expired</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button variant="danger" onClick={() => setOpen('typed')}>
          Typed confirmation
        </Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('beside')}>Drawer next to</Button>
      </Specimen>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={change('dialog')}
        title="New folder"
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(null)}>
              Create
            </Button>
          </>
        }
      >
        <Field label="Name">
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </Dialog>
      <Dialog
        open={open === 'locked'}
        onOpenChange={() => {}}
        locked
        title="Session Expired"
        description="Your session has expired. Please login again."
        footer={
          <Button variant="primary" onClick={() => setOpen(null)}>
            Okay
          </Button>
        }
      />
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={change('confirm')}
        title="Pause 3 campaigns?"
        description="36 emails wait until you resume. No email is in flight."
        confirmLabel="Pause"
        tone="normal"
        onConfirm={() => {
          toasts.show({ title: '3 campaigns paused' });
        }}
      />
      <ConfirmDialog
        open={open === 'typed'}
        onOpenChange={change('typed')}
        title="Delete the campaign?"
        description="2,000 leads stop, and 3,896 sent emails lose their campaign. This cannot be undone."
        confirmLabel="Delete for ever"
        typedText="Q4 logistics"
        onConfirm={() => Promise.reject(new Error('The API encountered an issue. Please try again later.'))}
      />
      <Drawer
        open={open === 'drawer'}
        onOpenChange={change('drawer')}
        title="Why was this lead not emailed?"
        footer={<Button block>Raise the cap to 40</Button>}
      >
        The mailbox of this lead has sent 30 of 30 today.
      </Drawer>
      <Drawer open={open === 'beside'} onOpenChange={change('beside')} beside title="Details">
        The page behind can still be used.
      </Drawer>
    </>
  );
}

function MenuSpecimens() {
  const [columns, setColumns] = useState(true);
  return (
    <Specimen name="Menu, Popover, Tooltip" keys="arrow keys move, letters jump, Escape closes">
      <Menu
        trigger={<Button iconEnd="chevron-down">Actions</Button>}
        entries={[
          { label: 'Resume', icon: 'play', keys: ['r'] },
          { label: 'Launch', icon: 'send', disabled: true, detail: '3 problems block the launch' },
          { kind: 'separator' },
          { kind: 'label', label: 'View' },
          { kind: 'check', label: 'Show archived', checked: columns, onCheckedChange: setColumns },
          {
            kind: 'submenu',
            label: 'Move to',
            icon: 'folder',
            entries: [{ label: 'Alderway' }, { label: 'Corvane' }],
          },
          { kind: 'separator' },
          { label: 'Delete', icon: 'trash', tone: 'danger' },
        ]}
      />
      <Popover label="Snooze" trigger={<Button icon="moon">Snooze</Button>}>
        Until tomorrow, 08:30 in the lead’s zone.
      </Popover>
      <Tooltip content="Emails accepted by the receiving server">
        <Button>Hover or focus</Button>
      </Tooltip>
    </Specimen>
  );
}

function ToastSpecimens() {
  return (
    <Specimen name="Toast" keys="Escape closes the focused one; time stands still under the pointer">
      <Button
        onClick={() =>
          toasts.show({
            title: '3 campaigns paused',
            text: '36 emails wait. No email is in flight.',
            undo: {
              run: () => {
                toasts.show({ title: 'Running again' });
              },
            },
          })
        }
      >
        With undo
      </Button>
      <Button
        onClick={() =>
          toasts.show({
            title: 'Could not save the caps',
            text: 'The API encountered an issue. Please try again later.',
            tone: 'danger',
          })
        }
      >
        Error, stays
      </Button>
      <Button onClick={() => toasts.show({ title: 'Saved', tone: 'success' })}>Plain</Button>
    </Specimen>
  );
}

function BarSpecimens() {
  const [page, setPage] = useState(0);
  return (
    <Specimen name="PageHeader, FilterBar, Pagination" flush>
      <div style={{ width: '100%' }}>
        <PageHeader
          title={<>Email campaigns</>}
          status={<StateStatus state="active" />}
          detail="next send 10:47 EST"
          tabs={
            <Tabs
              label="Lists"
              line={false}
              value="all"
              items={[
                { id: 'all', label: 'All', count: 312, href: '#all' },
                { id: 'folders', label: 'Folders', count: 14, href: '#folders' },
              ]}
            />
          }
          actions={
            <>
              <Button icon="folder">New folder</Button>
              <Button variant="primary" icon="plus">
                New campaign
              </Button>
            </>
          }
        />
        <FilterBar>
          <FilterSearch>
            <SearchInput size="small" aria-label="Filter by name or tag" placeholder="Filter by name or tag" />
          </FilterSearch>
          <FilterChip label="Status" value="is not Archived" onRemove={() => {}}>
            Status is one of
          </FilterChip>
          <FilterChip label="Category" icon="chevron-down">
            Choose
          </FilterChip>
          <FilterChip label="Filter" onPress={() => {}} />
          <FilterEnd>
            <Button size="small" icon="download">
              Export
            </Button>
            <IconButton icon="refresh" label="Refresh" />
          </FilterEnd>
        </FilterBar>
        <Pagination
          from={page * 25 + 1}
          to={page * 25 + 25}
          total={312}
          hasPrevious={page > 0}
          hasNext={page < 12}
          onPrevious={() => setPage(page - 1)}
          onNext={() => setPage(page + 1)}
          pageSize={25}
          pageSizes={[5, 25, 50]}
          onPageSizeChange={() => {}}
          note="Rates per contacted lead, without out-of-office replies"
        />
      </div>
    </Specimen>
  );
}

/** What floats, and the bars of a page. */
export function OverlaysGallery() {
  return (
    <Group title="Overlays and bars">
      <DialogSpecimens />
      <MenuSpecimens />
      <ToastSpecimens />
      <BarSpecimens />
    </Group>
  );
}
