import type { CallInput } from '@skein/contracts/endpoint';
import type { operatorContract } from '@skein/contracts/main/operator.contract';
import { problemOf } from '@skein/mfe/problem';
import { attempt, readOf, readProblem } from '@skein/mfe/requests';
import {
  useChangeWorkspacePlanMutation,
  useCreateWorkspaceMutation,
  useDeleteWorkspaceMutation,
  useDisableWorkspaceMutation,
  useEnableWorkspaceMutation,
  useOperatedWorkspaceQuery,
  useOperatedWorkspacesQuery,
} from './operator-api';

type Calls = (typeof operatorContract)['endpoints'];

/** One page of the workspaces of this installation. */
export const useWorkspaces = (query: NonNullable<CallInput<Calls['listWorkspaces']>['query']>) =>
  readOf(useOperatedWorkspacesQuery({ query }));

/** One workspace. `isGone`: it does not exist. */
export function useWorkspace(operatedWorkspaceId: number) {
  const asked = useOperatedWorkspaceQuery({ params: { operatedWorkspaceId } });
  return {
    workspace: asked.data,
    problem: readProblem(asked),
    isGone: asked.error !== undefined && problemOf(asked.error).status === 404,
  };
}

/** Creates a workspace. Rejects with the server's problem. */
export function useCreateWorkspace() {
  const [create] = useCreateWorkspaceMutation();
  return (body: CallInput<Calls['createWorkspace']>['body']) => create({ body }).unwrap();
}

/** Lets a disabled workspace in again. A refusal is shown. */
export function useEnableWorkspace(operatedWorkspaceId: number) {
  const [enable, { isLoading: isEnabling }] = useEnableWorkspaceMutation();
  return {
    isEnabling,
    enable: () => attempt(enable({ params: { operatedWorkspaceId }, body: {} }).unwrap(), 'It stays disabled'),
  };
}

/** What the dialogs do with a workspace. All of it rejects with the server's problem. */
export function useChangeWorkspace(operatedWorkspaceId: number) {
  const [changePlan] = useChangeWorkspacePlanMutation();
  const [disable] = useDisableWorkspaceMutation();
  const [remove] = useDeleteWorkspaceMutation();
  const params = { operatedWorkspaceId };
  return {
    changePlan: (body: CallInput<Calls['changePlan']>['body']) => changePlan({ params, body }).unwrap(),
    disable: (reason: string) => disable({ params, body: { reason } }).unwrap(),
    remove: (name: string) => remove({ params, body: { name } }).unwrap(),
  };
}
