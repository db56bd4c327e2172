import { useState } from 'react';
import type { TeamMember } from '@skein/contracts/data-query/operations';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { useUser } from '@skein/mfe/session';
import { Button } from '@skein/ui/button';
import { ConfirmDialog } from '@skein/ui/confirm-dialog';
import { DataTable } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { useUi } from '@skein/ui/ui-provider';
import { SettingsLayout } from '../settings-layout';
import { AssignDialog } from './assign-dialog';
import { InviteDialog } from './invite-dialog';
import { memberActions, memberColumns, type OpenMember } from './member-row';
import { RoleDialog } from './role-dialog';
import { useTeam } from './team.hooks';

type Open = { kind: 'invite' } | OpenMember | null;

/** Who works in this workspace, and in which role. */
export function TeamPage() {
  const me = useUser();
  const { timeZone } = useUi();
  const team = useTeam();
  const [open, setOpen] = useState<Open>(() =>
    new URLSearchParams(window.location.search).has('invite') ? { kind: 'invite' } : null,
  );
  const columns = memberColumns({ me: me.id, timeZone });
  const actionsOf = (row: TeamMember) => memberActions(row, { me: me.id, team, open: setOpen });
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
