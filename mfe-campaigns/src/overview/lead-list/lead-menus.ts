import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { DataTableSelection } from '@skein/ui/data-table';
import type { MenuEntry } from '@skein/ui/menu';
import type { useLeadActions, useLeadSelection } from './use-lead-actions';

/** A dialog about some leads of the list. */
export interface OpenLeadDialog {
  kind: 'resume' | 'unsubscribe' | 'remove' | 'push';
  selection: DataTableSelection;
  /** Null: more than are counted. */ count: number | null;
}

type Selected = Awaited<ReturnType<ReturnType<typeof useLeadSelection>>>;

export interface MenuPlace {
  categories: readonly { id: number; name: string }[];
  mailboxes: readonly { id: number; from_email: string; sent_today: number; cap_today: number }[];
  /** Whether there is a subsequence to move leads to. */
  hasTargets: boolean;
  mayWrite: boolean;
  mayDelete: boolean;
  actions: ReturnType<typeof useLeadActions>;
  withSelection: (given: DataTableSelection, run: (selection: Selected) => Promise<void>) => Promise<void>;
  quietly: (work: Promise<void>) => void;
  onWhy: (row: CampaignLeadRow) => void;
  onHistory: (row: CampaignLeadRow) => void;
  onOpen: (open: OpenLeadDialog) => void;
}

export type LeadMenus = ReturnType<typeof leadMenus>;

const one = (row: CampaignLeadRow): DataTableSelection => ({ mode: 'some', ids: [String(row.enrolment_id)] });

/** The menus of a lead of a campaign, and those that many leads share with one. */
export function leadMenus(place: MenuPlace) {
  return {
    categoryEntries: (given: DataTableSelection) => categoryEntries(place, given),
    mailboxEntries: (given: DataTableSelection) => mailboxEntries(place, given),
    rowActions: (row: CampaignLeadRow): MenuEntry[] => [
      { label: 'Why is nothing sent now?', icon: 'help', onSelect: () => place.onWhy(row) },
      { label: 'Messages', icon: 'mail', onSelect: () => place.onHistory(row) },
      { label: 'Open lead', icon: 'arrow-right', href: `/app/lead/${row.lead.id}/view` },
      ...(place.mayWrite ? changesOf(place, row) : []),
    ],
  };
}

function categoryEntries(
  { categories, actions, withSelection, quietly }: MenuPlace,
  given: DataTableSelection,
): MenuEntry[] {
  return [
    ...categories
      .filter((category) => category.id < 8 || category.id > 9)
      .map((category): MenuEntry => ({
        label: category.name,
        ...(category.id === 4 ? { detail: 'Also stops and blocks' } : {}),
        onSelect: () =>
          quietly(withSelection(given, (selected) => actions.categorise(selected, category.id, category.name))),
      })),
    { kind: 'separator' },
    {
      label: 'No category',
      onSelect: () => quietly(withSelection(given, (selected) => actions.categorise(selected, null, ''))),
    },
  ];
}

function mailboxEntries(
  { mailboxes, actions, withSelection, quietly }: MenuPlace,
  given: DataTableSelection,
): MenuEntry[] {
  return mailboxes.map((mailbox) => ({
    label: mailbox.from_email,
    detail: `${mailbox.sent_today} of ${mailbox.cap_today} today`,
    onSelect: () =>
      quietly(
        withSelection(given, (selected) => actions.move(selected, { id: mailbox.id, email: mailbox.from_email })),
      ),
  }));
}

/** What changes one lead. */
function changesOf(place: MenuPlace, row: CampaignLeadRow): MenuEntry[] {
  const { mailboxes, hasTargets, mayDelete, actions, withSelection, quietly, onOpen } = place;
  const isOpen = row.status === 'STARTED' || row.status === 'INPROGRESS';
  const openDialog = (kind: OpenLeadDialog['kind']) => () => onOpen({ kind, selection: one(row), count: 1 });
  return [
    { kind: 'separator' },
    isOpen
      ? { label: 'Pause', icon: 'pause', onSelect: () => quietly(withSelection(one(row), actions.pause)) }
      : {
          label: 'Resume',
          icon: 'play',
          disabled: row.status === 'BLOCKED',
          ...(row.status === 'BLOCKED' ? { detail: 'The address is blocked' } : {}),
          onSelect: openDialog('resume'),
        },
    { kind: 'submenu', label: 'Category', icon: 'tag', entries: categoryEntries(place, one(row)) },
    ...(mailboxes.length > 1
      ? [
          {
            kind: 'submenu' as const,
            label: 'Change mailbox',
            icon: 'mail' as const,
            entries: mailboxEntries(place, one(row)),
          },
        ]
      : []),
    ...(hasTargets ? [{ label: 'Move to subsequence', icon: 'branch' as const, onSelect: openDialog('push') }] : []),
    { kind: 'separator' },
    { label: 'Unsubscribe', icon: 'block', tone: 'danger', onSelect: openDialog('unsubscribe') },
    ...(mayDelete
      ? [
          {
            label: 'Remove from campaign',
            icon: 'trash' as const,
            tone: 'danger' as const,
            onSelect: openDialog('remove'),
          },
        ]
      : []),
  ];
}
