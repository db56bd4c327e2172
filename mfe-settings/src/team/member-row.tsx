import type { TeamMember } from '@skein/contracts/data-query/operations';
import { counted } from '@skein/ui/counted';
import type { DataTableColumn } from '@skein/ui/data-table';
import { dayOfInstant, fullInstant, shortInstant } from '@skein/ui/instant';
import type { MenuEntry } from '@skein/ui/menu';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { roleNames } from './roles';
import type { useTeam } from './team.hooks';

/** A dialog about one member. */
export type OpenMember =
  | { kind: 'assign'; member: Pick<TeamMember, 'id' | 'name'> }
  | { kind: 'role' | 'deactivate' | 'remove'; member: TeamMember };

const states = {
  active: { state: 'active', text: 'Active' },
  invited: { state: 'waiting', text: 'Invited' },
  deactivated: { state: 'archived', text: 'Deactivated' },
} as const;

const LastLogin = ({ at, timeZone }: { at: string | null; timeZone: string }) =>
  at ? <span title={fullInstant(at, timeZone)}>{shortInstant(at, new Date(), timeZone)}</span> : '–';

export const memberColumns = ({ me, timeZone }: { me: number; timeZone: string }): DataTableColumn<TeamMember>[] => [
  {
    id: 'name',
    label: 'Member',
    fixed: true,
    flexible: true,
    width: 220,
    minWidth: 160,
    cell: (row) => (
      <>
        {row.name}
        {row.id === me ? ' (you)' : ''}
        {row.designation && <SubLine title={row.designation}>{row.designation}</SubLine>}
        <SubLine title={row.email ?? undefined}>{row.email ?? ''}</SubLine>
      </>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    width: 100,
    phone: 'status',
    cell: (row) => <StateStatus state={states[row.status].state}>{states[row.status].text}</StateStatus>,
  },
  { id: 'role', label: 'Role', width: 130, cell: (row) => roleNames[row.role] },
  {
    id: 'assigned',
    label: 'Works on',
    width: 130,
    cell: (row) =>
      row.role !== 'LIMITED_FULL_MEMBER_ACCESS'
        ? 'Everything'
        : row.assigned
          ? counted(row.assigned, 'assignment')
          : 'Nothing assigned',
  },
  {
    id: 'login',
    label: 'Last login',
    width: 116,
    phone: 'hidden',
    cell: (row) => <LastLogin at={row.last_login_at} timeZone={timeZone} />,
  },
  { id: 'since', label: 'Since', width: 130, phone: 'hidden', cell: (row) => dayOfInstant(row.created_at, timeZone) },
];

/** What can be done with a member; nothing with the owner and with oneself. */
export const memberActions = (
  row: TeamMember,
  {
    me,
    team,
    open,
  }: {
    me: number;
    team: Pick<ReturnType<typeof useTeam>, 'inviteAgain' | 'activate'>;
    open: (dialog: OpenMember) => void;
  },
): MenuEntry[] =>
  row.role === 'OWNER' || row.id === me
    ? [
        {
          label: row.role === 'OWNER' ? 'The owner cannot be changed here' : 'No one changes their own role',
          disabled: true,
        },
      ]
    : [
        { label: 'Change the role', icon: 'user' as const, onSelect: () => open({ kind: 'role', member: row }) },
        ...(row.role === 'LIMITED_FULL_MEMBER_ACCESS'
          ? [
              {
                label: 'Assign work',
                icon: 'checklist' as const,
                onSelect: () => open({ kind: 'assign', member: row }),
              },
            ]
          : []),
        ...(row.status === 'invited'
          ? [{ label: 'Send the invitation again', icon: 'send' as const, onSelect: () => team.inviteAgain(row) }]
          : []),
        ...(row.status === 'active'
          ? [
              {
                label: 'Deactivate',
                icon: 'pause' as const,
                onSelect: () => open({ kind: 'deactivate', member: row }),
              },
            ]
          : []),
        ...(row.status === 'deactivated'
          ? [{ label: 'Activate again', icon: 'play' as const, onSelect: () => team.activate(row) }]
          : []),
        {
          label: row.status === 'invited' ? 'Withdraw the invitation' : 'Remove',
          icon: 'trash' as const,
          tone: 'danger' as const,
          onSelect: () => open({ kind: 'remove', member: row }),
        },
      ];
