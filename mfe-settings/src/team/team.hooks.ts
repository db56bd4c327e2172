import { useCallback, useState } from 'react';
import type { TeamMember } from '@skein/contracts/data-query/operations';
import { pageSizes } from '@skein/contracts/constants';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { runData, useDataQuery, useLiveData } from '@skein/mfe/data-query';
import { useSearchParams } from '@skein/mfe/search-params';
import { toasts } from '@skein/ui/toast-store';
import { withSentence } from '@skein/mfe/with-sentence';
import {
  useAssignWorkMutation,
  useInviteMemberAgainMutation,
  useInviteMemberMutation,
  useListAssignableQuery,
  useReadAssignmentsQuery,
  useRemoveMemberMutation,
} from '../api';
import { roleNames } from './roles';

const size = pageSizes.team;

/** Who stands on the page, and who of them has not accepted yet. */
const whoIsIn = (rows: readonly Pick<TeamMember, 'id' | 'status'>[]) =>
  rows.map((row) => `${row.id}${row.status === 'invited' ? ' invited' : ''}`).join(', ');

/** A page of the team, read by the data-query layer; roles and states follow what others change, as they change it. */
export function useTeam() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Number(query.get('page')) || 1);
  const variables = { limit: size, offset: (page - 1) * size };
  const { data, problem, isLoading, refetch } = useDataQuery('TeamMembers', variables);
  const [live, setLive] = useState<ReadonlyMap<number, Pick<TeamMember, 'role' | 'status'>>>(new Map());
  const known = data && whoIsIn(data.team_members);
  const hear = useCallback(
    ({ team_members: rows }: { team_members: Pick<TeamMember, 'id' | 'role' | 'status'>[] }) => {
      setLive(new Map(rows.map((row) => [row.id, row])));
      // Somebody came, went or accepted: there is more to read than role and status.
      if (known !== null && whoIsIn(rows) !== known) refetch();
    },
    [known, refetch],
  );
  useLiveData('TeamMembersLive', variables, hear);
  const [again] = useInviteMemberAgainMutation();
  const [erase] = useRemoveMemberMutation();

  const rows = (data?.team_members ?? []).map((row) => ({ ...row, ...live.get(row.id) }));
  const total = data?.team_members_aggregate.count;
  const go = (next: number) => setQuery(next === 1 ? {} : { page: String(next) });
  const changed = async (
    member: TeamMember,
    changes: { role?: GivenRole; status?: 'active' | 'deactivated' },
    words: string,
  ) => {
    await withSentence(runData('UpdateTeamMember', { id: member.id, changes }));
    toasts.show({ title: words });
    refetch();
  };
  const tell = (work: Promise<unknown>) =>
    void work.catch((error: Error) => toasts.show({ title: error.message, tone: 'danger' }));
  return {
    rows,
    total,
    isLoading: isLoading && !data,
    problem: problem && { message: problem.message, onRetry: refetch },
    refetch,
    setRole: (member: TeamMember, role: GivenRole) =>
      changed(member, { role }, `${member.name} is now ${roleNames[role].toLowerCase()}`),
    activate: (member: TeamMember) => tell(changed(member, { status: 'active' }, `${member.name} can log in again`)),
    deactivate: (member: TeamMember) => changed(member, { status: 'deactivated' }, `${member.name} is deactivated`),
    inviteAgain: (member: TeamMember) =>
      tell(
        withSentence(again({ params: { memberId: member.id }, body: {} }).unwrap()).then(() =>
          toasts.show({ title: `Invitation sent to ${member.email ?? member.name} again` }),
        ),
      ),
    remove: async (member: TeamMember) => {
      await withSentence(erase({ params: { memberId: member.id } }).unwrap());
      toasts.show({
        title: member.status === 'invited' ? 'The invitation was withdrawn' : `${member.name} is removed`,
      });
      refetch();
    },
    paging: {
      from: rows.length === 0 ? 0 : variables.offset + 1,
      to: variables.offset + rows.length,
      ...(total === undefined ? {} : { total }),
      hasPrevious: page > 1,
      hasNext: total !== undefined && variables.offset + rows.length < total,
      onPrevious: () => go(page - 1),
      onNext: () => go(page + 1),
    },
  };
}

/** Invites a person and answers the id. Rejects with the server's problem. */
export function useInvite() {
  const [invite, { isLoading: isInviting }] = useInviteMemberMutation();
  return {
    isInviting,
    invite: async (email: string, role: GivenRole): Promise<number> =>
      (await invite({ body: { email, role } }).unwrap()).id,
  };
}

/**
 * What a member of limited access works on, what can be given to them, found by what is typed, and giving it. `assign`
 * rejects with the server's problem.
 */
export function useAssignments(memberId: number, search: string) {
  const present = useReadAssignmentsQuery({ params: { memberId } }, { refetchOnMountOrArgChange: true });
  const choices = useListAssignableQuery({ query: search ? { search } : {} });
  const [assign, { isLoading: isAssigning }] = useAssignWorkMutation();
  return {
    present: present.data ?? null,
    choices: choices.data,
    problem: (present.error ?? choices.error)?.message ?? null,
    isAssigning,
    assign: (body: Parameters<typeof assign>[0]['body']) => assign({ params: { memberId }, body }).unwrap(),
  };
}
