import { Tabs } from '@skein/ui/tabs';
import { listStates, tabAddress, type ListAddress, type ListState } from './list-address';

const stateWords = { connected: 'Connected', failing: 'Failing', suspended: 'Suspended' } as const;
const count = (value: number | undefined) => (value === undefined ? {} : { count: value.toLocaleString('en-US') });

/** The mailboxes of the workspace by their state. */
export function StateTabs({
  address,
  totals,
}: {
  address: ListAddress;
  totals: Record<'all' | ListState, number> | undefined;
}) {
  return (
    <Tabs
      label="Email accounts"
      line={false}
      value={address.state ?? 'all'}
      items={[
        { id: 'all', label: 'All', ...count(totals?.all), href: tabAddress(address, null) },
        ...listStates.map((state) => ({
          id: state,
          label: stateWords[state],
          ...count(totals?.[state]),
          ...(state === 'failing' && totals && totals.failing > 0 ? { countTone: 'danger' as const } : {}),
          href: tabAddress(address, state),
        })),
      ]}
    />
  );
}
