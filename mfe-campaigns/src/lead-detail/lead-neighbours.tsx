import { IconButton } from '@skein/ui/icon-button';
import { Row } from '@skein/ui/layout';
import type { MenuEntry } from '@skein/ui/menu';
import type { useLeadNeighbours } from '../leads/leads-in-view.hooks';

type LeadNeighbours = ReturnType<typeof useLeadNeighbours>;

const addressOf = (id: number) => `/app/lead/${id}/view`;

/** To the leads before and after this one in the list that it was opened from. */
export function Neighbours({ neighbours }: { neighbours: LeadNeighbours }) {
  if (!neighbours) return null;
  const way = (icon: 'arrow-up' | 'arrow-down', label: string, to: number | null) => (
    <IconButton
      icon={icon}
      size="medium"
      label={label}
      {...(to === null ? { disabled: true } : { href: addressOf(to) })}
    />
  );
  return (
    <Row $gap={1}>
      {way('arrow-up', 'Previous lead', neighbours.previous)}
      {way('arrow-down', 'Next lead', neighbours.next)}
    </Row>
  );
}

/** The same in the menu of a phone, whose head has room for one action. */
export const neighbourEntries = (neighbours: LeadNeighbours): MenuEntry[] => {
  if (!neighbours) return [];
  const way = (icon: 'arrow-up' | 'arrow-down', label: string, to: number | null): MenuEntry => ({
    label,
    icon,
    ...(to === null ? { disabled: true } : { href: addressOf(to) }),
  });
  return [
    way('arrow-up', 'Previous lead', neighbours.previous),
    way('arrow-down', 'Next lead', neighbours.next),
    { kind: 'separator' },
  ];
};
