import { execute, GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { SkeinError } from '#platform/http/skein-error';
import {
  countMembers,
  readTeamMember,
  readTeamMembers,
  readUser,
  updateTeamMember,
  updateUser,
  type DataContext,
} from '../features/team/team-members';
import { watchTeam } from '../features/team/watch-team';
import { failure, findOperation } from './known-operations';
import { schema } from './schema';

const reading = {
  team_members: readTeamMembers,
  team_members_aggregate: countMembers,
  team_members_by_pk: readTeamMember,
  user_by_pk: readUser,
};
const changing = { update_user_by_pk: updateUser, update_team_members_by_pk: updateTeamMember };
const watching = { team_members: watchTeam };

export interface DataRequest {
  documentId?: string | undefined;
  query?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** Expected errors are shown with their code; anything else is logged and told as an issue of ours. */
function showError(
  context: DataContext,
  error: GraphQLError,
): { message: string; path?: (string | number)[]; extensions: { code: string } } {
  const path = error.path ? { path: [...error.path] } : {};
  const cause = error.originalError;
  if (cause instanceof SkeinError) return { message: cause.message, ...path, extensions: { code: cause.code } };
  // Variables of another type than the operation's are refused with an error inside an error.
  if (!cause || cause instanceof GraphQLError)
    return {
      message: error.message,
      ...path,
      extensions: { code: typeof error.extensions['code'] === 'string' ? error.extensions['code'] : 'BAD_REQUEST' },
    };
  context.deps.log.error({ error: cause }, 'a data query failed unexpectedly');
  return {
    message: 'The API encountered an issue. Please try again later.',
    ...path,
    extensions: { code: 'INTERNAL' },
  };
}

export const showResult = (context: DataContext, result: ExecutionResult) => ({
  ...(result.data === undefined ? {} : { data: result.data as Record<string, unknown> | null }),
  ...(result.errors ? { errors: result.errors.map((error) => showError(context, error)) } : {}),
});

/** Carries out a query or a mutation. Nothing is kept: each request is answered from the database. */
export async function runOperation(context: DataContext, request: DataRequest) {
  try {
    const { document, kind } = findOperation(request);
    if (kind === 'subscription') throw failure('BAD_REQUEST', 'What is live comes over the WebSocket.');
    const result = await execute({
      schema,
      document,
      rootValue: kind === 'query' ? reading : changing,
      contextValue: context,
      variableValues: request.variables ?? {},
    });
    return showResult(context, result);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [showError(context, error)] };
    throw error;
  }
}

/** What the WebSocket's server follows. @throws GraphQLError for anything that is not a known subscription */
export function watchArguments(context: DataContext, request: DataRequest): ExecutionArgs {
  const { document, kind } = findOperation(request);
  if (kind !== 'subscription') throw failure('BAD_REQUEST', 'Only what is live comes over the WebSocket.');
  return { schema, document, rootValue: watching, contextValue: context, variableValues: request.variables ?? {} };
}
