import { navigationGroups, type NavigationGroup } from '@skein/contracts/remote-manifest';
import { refusalOf, type Refusal, type Subject } from '@skein/mfe/access';
import { isUnder, type NavigationEntry, type RemoteManifest } from '@skein/mfe/manifest';

export interface ShownEntry extends NavigationEntry {
  /** Why it is locked; null when it can be opened. */
  refusal: Refusal | null;
}

/** A number beside an entry, and what is wrong there. */
export interface EntryCount {
  text: string;
  /** The number in words, for screen readers. */
  label?: string;
  problem?: { text: string; label: string };
}

export interface ShownGroup {
  group: NavigationGroup;
  title: string | null;
  entries: ShownEntry[];
}

const titles: Record<NavigationGroup, string | null> = {
  start: null,
  outreach: 'Outreach',
  sending: 'Sending',
  insight: 'Insight',
  learn: 'Learn',
  foot: null,
};

/** Where an agency's client begins. */
const clientHome: NavigationEntry = {
  id: 'home',
  label: 'Home',
  to: '/app/home',
  icon: 'building',
  group: 'start',
  order: 5,
};

/** The shell's own entries. */
const shellEntries: NavigationEntry[] = [
  {
    id: 'get-started',
    label: 'Get started',
    to: '/app/get-started',
    icon: 'checklist',
    group: 'start',
    order: 10,
    match: ['/app/get-started', '/app/onboarding'],
    requires: { hiddenForClients: true },
  },
];

/** For those who run the installation. */
const operatorEntry: NavigationEntry = {
  id: 'operator',
  label: 'Operator',
  to: '/app/operator/workspaces',
  icon: 'server',
  group: 'foot',
  order: 900,
  match: ['/app/operator'],
};

/**
 * The navigation of a person, from the manifests: what a role closes is left out, what the plan closes stays and says what
 * unlocks it. `isStarted`: all first steps are done, so they are not offered any more.
 */
export function navigationOf(
  remotes: readonly Pick<RemoteManifest, 'nav'>[],
  subject: Subject,
  { isStarted = false }: { isStarted?: boolean } = {},
): ShownGroup[] {
  const entries = [
    ...(subject.user.isClient ? [clientHome] : []),
    ...(isStarted ? [] : shellEntries),
    ...(subject.user.is_operator ? [operatorEntry] : []),
    ...remotes.flatMap(({ nav }) => nav),
  ]
    .map((entry): ShownEntry => ({ ...entry, refusal: refusalOf(subject, entry.requires) }))
    .filter(({ refusal }) => refusal === null || refusal.by === 'plan')
    .sort((a, b) => a.order - b.order);
  return navigationGroups
    .map((group) => ({ group, title: titles[group], entries: entries.filter((entry) => entry.group === group) }))
    .filter(({ entries: shown }) => shown.length > 0);
}

/** The entry that an address belongs to; the longest prefix wins. */
export function currentEntry(groups: readonly ShownGroup[], pathname: string): ShownEntry | undefined {
  let best: { entry: ShownEntry; length: number } | undefined;
  for (const { entries } of groups) {
    for (const entry of entries) {
      for (const prefix of entry.match ?? [entry.to]) {
        if (isUnder(pathname, prefix) && prefix.length > (best?.length ?? -1)) best = { entry, length: prefix.length };
      }
    }
  }
  return best?.entry;
}
