import type { Role } from '@skein/contracts/permissions';
import type { GivenRole } from '@skein/contracts/main/team.contract';
import { attempt, readOf, readProblem } from '@skein/mfe/requests';
import {
  useAddPersonMutation,
  useChangePersonMutation,
  useEndPersonSessionsMutation,
  useOperatedPeopleQuery,
  usePersonSessionsQuery,
  useRemovePersonMutation,
  useResetSecondFactorMutation,
  useSendPasswordLinkMutation,
  useSetOperatorMutation,
} from './operator-api';

/** One page of the people of this installation. */
export const usePeople = (search: string, cursor: string | null | undefined, limit: number) =>
  readOf(useOperatedPeopleQuery({ query: { ...(search && { search }), ...(cursor && { cursor }), limit } }));

/** Adds a person to a workspace. Rejects with the server's problem. */
export function useAddPerson(operatedWorkspaceId: number) {
  const [add] = useAddPersonMutation();
  return (body: { name: string; email: string; role: GivenRole }) =>
    add({ params: { operatedWorkspaceId }, body }).unwrap();
}

/** What an operator does with a person. `sendLink` and `activate` show a refusal; the rest rejects with the server's problem. */
export function usePerson() {
  const [change] = useChangePersonMutation();
  const [sendLink] = useSendPasswordLinkMutation();
  const [resetFactor] = useResetSecondFactorMutation();
  const [setOperator] = useSetOperatorMutation();
  const [remove] = useRemovePersonMutation();
  const params = (operatedPersonId: number) => ({ params: { operatedPersonId } });
  return {
    sendLink: (id: number) => attempt(sendLink({ ...params(id), body: {} }).unwrap(), 'No link was sent'),
    activate: (id: number, name: string) =>
      attempt(change({ ...params(id), body: { status: 'active' } }).unwrap(), `${name} stays deactivated`),
    deactivate: (id: number) => change({ ...params(id), body: { status: 'deactivated' } }).unwrap(),
    setRole: (id: number, role: Role) => change({ ...params(id), body: { role } }).unwrap(),
    resetFactor: (id: number) => resetFactor({ ...params(id), body: {} }).unwrap(),
    setOperator: (id: number, is_operator: boolean) => setOperator({ ...params(id), body: { is_operator } }).unwrap(),
    remove: (id: number) => remove(params(id)).unwrap(),
  };
}

/** Where a person is logged in. `end` answers how many sessions ended, of one id or all; null when it was refused, which is shown. */
export function usePersonSessions(operatedPersonId: number) {
  const params = { operatedPersonId };
  const asked = usePersonSessionsQuery({ params }, { refetchOnMountOrArgChange: true });
  const [end, { isLoading: isEnding }] = useEndPersonSessionsMutation();
  return {
    sessions: asked.data?.sessions,
    problem: readProblem(asked),
    isEnding,
    end: async (session_id: string | null): Promise<number | null> => {
      const done = await attempt(
        end({ params, body: session_id === null ? {} : { session_id } }).unwrap(),
        'The session wasn’t ended',
      );
      return done?.value.ended ?? null;
    },
  };
}
