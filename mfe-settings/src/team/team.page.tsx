import { useState } from 'react';
import type { TeamMember } from '@skein/contracts/data-query/operations';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable, type DataTableColumn } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { StateStatus } from '@skein/ui/status';
import { SubLine } from '@skein/ui/text';
import { useUi } from '@skein/ui/ui-provider';
import { counted } from '@skein/ui/counted';
import { dayOfInstant, fullInstant, shortInstant } from '@skein/ui/instant';
import { SettingsLayout } from '../settings-layout';
import { AssignDialog } from './assign-dialog';
import { InviteDialog } from './invite-dialog';
import { RoleDialog } from './role-dialog';
import { roleNames } from './roles';
import { useTeam } from './team.hooks';

type Open =
  | { kind: 'invite' }
  | { kind: 'assign'; member: Pick<TeamMember, 'id' | 'name'> }
  | { kind: 'role' | 'deactivate' | 'remove'; member: TeamMember }
  | null;
const states = {
  active: { state: 'active', text: 'Active' },
  invited: { state: 'waiting', text: 'Invited' },
  deactivated: { state: 'archived', text: 'Deactivated' },
} as const;

/** Who works in this workspace, and in which role. */
export function TeamPage() {
  const me = useUser();
  const { timeZone } = useUi();
  const team = useTeam();
  const [open, setOpen] = useState<Open>(() =>
    new URLSearchParams(window.location.search).has('invite') ? { kind: 'invite' } : null,
  );
  const when = (instant: string | null) =>
    instant ? <span title={fullInstant(instant, timeZone)}>{shortInstant(instant, new Date(), timeZone)}</span> : '–';
  const columns: DataTableColumn<TeamMember>[] = [
    {
      id: 'name',
      label: 'Member',
      fixed: true,
      flexible: true,
      width: 260,
      minWidth: 160,
      cell: (row) => (
        <>
          {row.name}
          {row.id === me.id ? ' (you)' : ''}
          {row.designation && <SubLine title={row.designation}>{row.designation}</SubLine>}
          <SubLine title={row.email ?? undefined}>{row.email ?? ''}</SubLine>
        </>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      width: 120,
      phone: 'status',
      cell: (row) => <StateStatus state={states[row.status].state}>{states[row.status].text}</StateStatus>,
    },
    { id: 'role', label: 'Role', width: 150, cell: (row) => roleNames[row.role] },
    {
      id: 'assigned',
      label: 'Works on',
      width: 150,
      cell: (row) =>
        row.role !== 'LIMITED_FULL_MEMBER_ACCESS'
          ? 'Everything'
          : row.assigned
            ? counted(row.assigned, 'assignment')
            : 'Nothing assigned',
    },
    { id: 'login', label: 'Last login', width: 130, phone: 'hidden', cell: (row) => when(row.last_login_at) },
    { id: 'since', label: 'Since', width: 130, phone: 'hidden', cell: (row) => dayOfInstant(row.created_at, timeZone) },
  ];
  const actionsOf = (row: TeamMember) =>
    row.role === 'OWNER' || row.id === me.id
      ? [
          {
            label: row.role === 'OWNER' ? 'The owner cannot be changed here' : 'No one changes their own role',
            disabled: true,
          },
        ]
      : [
          { label: 'Change the role', icon: 'user' as const, onSelect: () => setOpen({ kind: 'role', member: row }) },
          ...(row.role === 'LIMITED_FULL_MEMBER_ACCESS'
            ? [
                {
                  label: 'Assign work',
                  icon: 'checklist' as const,
                  onSelect: () => setOpen({ kind: 'assign', member: row }),
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
                  onSelect: () => setOpen({ kind: 'deactivate', member: row }),
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
            onSelect: () => setOpen({ kind: 'remove', member: row }),
          },
        ];
  const invited = (given: { id: number; email: string; role: GivenRole } | null) => {
    if (given) team.refetch();
    setOpen(
      given?.role === 'LIMITED_FULL_MEMBER_ACCESS'
        ? { kind: 'assign', member: { id: given.id, name: given.email } }
        : null,
    );
  };
  const close = () => setOpen(null);
  return (
    <SettingsLayout
      page="team-members"
      wide
      actions={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ kind: 'invite' })}>
          Invite
        </Button>
      }
    >
      <DataTable<TeamMember>
        label="Team members"
        columns={columns}
        rows={team.rows}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.name}
        loading={team.isLoading}
        error={team.problem}
        total={team.total}
        view={{ order: columns.map((column) => column.id), hidden: [], widths: {}, density: 'two-lines' }}
        rowActions={actionsOf}
        skeletonRows={4}
        paging={team.paging}
        empty={
          <EmptyState
            icon="users"
            title="No team members"
            actions={
              <Button icon="plus" onClick={() => setOpen({ kind: 'invite' })}>
                Invite team member
              </Button>
            }
          >
            People you invite work in this workspace, each with a role.
          </EmptyState>
        }
      />
      {open?.kind === 'invite' && <InviteDialog onClose={invited} />}
      {open?.kind === 'assign' && (
        <AssignDialog
          member={open.member}
          onClose={(changed) => {
            if (changed) team.refetch();
            close();
          }}
        />
      )}
      {open?.kind === 'role' && (
        <RoleDialog member={open.member} onSave={(role) => team.setRole(open.member, role)} onClose={close} />
      )}
      {open?.kind === 'deactivate' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Deactivate ${open.member.name}`}
          confirmLabel="Deactivate"
          description="All their sessions and API keys end at once. What they created stays, and you can activate them again."
          onConfirm={() => team.deactivate(open.member)}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={
            open.member.status === 'invited'
              ? `Withdraw the invitation of ${open.member.email ?? open.member.name}`
              : `Remove ${open.member.name}`
          }
          confirmLabel={open.member.status === 'invited' ? 'Withdraw' : 'Remove'}
          description={
            open.member.status === 'invited'
              ? 'The link in the email stops working.'
              : 'They lose access at once, and their API keys stop working. Campaigns, mailboxes and webhooks they created stay.'
          }
          onConfirm={() => team.remove(open.member)}
        />
      )}
    </SettingsLayout>
  );
}
