import { z } from 'zod';
import { memberStatuses } from '../main/team.contract';
import { roles } from '../permissions';

/**
 * Every operation of the data-query layer (docs/domain.md). Only these are carried out: the server knows them by name
 * and takes a text only when it is one of them, so nobody can ask for anything else.
 */
interface Operation<V extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  kind: 'query' | 'mutation' | 'subscription';
  document: string;
  variables: V;
  data: D;
}
const operation = <V extends z.ZodType, D extends z.ZodType>(given: Operation<V, D>) => given;

const id = z.number().int().positive();
/** A condition on members; checked by the schema of the service. */
const where = z.record(z.string(), z.unknown()).optional();
const page = z.object({ where, limit: z.number().int().min(1).max(100), offset: z.number().int().min(0) });
const fields =
  'id name email role status designation profile_pic_url assigned last_login_at created_at invitation_expires_at';

/** What is closed to the role of whoever asks comes as null. */
export const teamMember = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  designation: z.string().nullable(),
  profile_pic_url: z.string().nullable(),
  assigned: z.number().int().nullable(),
  last_login_at: z.string().nullable(),
  created_at: z.string(),
  invitation_expires_at: z.string().nullable(),
});
export type TeamMember = z.output<typeof teamMember>;
const basicUser = z.object({
  id: z.number().int(),
  uuid: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  profile_pic_url: z.string().nullable(),
});

export const dataOperations = {
  /** One page of the team, ordered by id descending, and how many there are. */
  TeamMembers: operation({
    kind: 'query',
    variables: page,
    data: z.object({
      team_members: z.array(teamMember),
      team_members_aggregate: z.object({ count: z.number().int() }),
    }),
    document: `query TeamMembers($where: team_members_bool_exp, $limit: Int!, $offset: Int!) { team_members(where: $where, limit: $limit, offset: $offset, order_by: { id: desc }) { ${fields} } team_members_aggregate(where: $where) { count } }`,
  }),
  /** Names for choices. */
  TeamMemberList: operation({
    kind: 'query',
    variables: page,
    data: z.object({
      team_members: z.array(z.object({ id: z.number().int(), name: z.string(), status: z.enum(memberStatuses) })),
    }),
    document:
      'query TeamMemberList($where: team_members_bool_exp, $limit: Int!, $offset: Int!) { team_members(where: $where, limit: $limit, offset: $offset, order_by: { id: desc }) { id name status } }',
  }),
  TeamMember: operation({
    kind: 'query',
    variables: z.object({ id }),
    data: z.object({ team_members_by_pk: teamMember.nullable() }),
    document: `query TeamMember($id: Int!) { team_members_by_pk(id: $id) { ${fields} } }`,
  }),
  BasicUser: operation({
    kind: 'query',
    variables: z.object({ id }),
    data: z.object({ user_by_pk: basicUser.nullable() }),
    document: 'query BasicUser($id: Int!) { user_by_pk(id: $id) { id uuid name email role profile_pic_url } }',
  }),
  UpdateUser: operation({
    kind: 'mutation',
    variables: z.object({
      id,
      changes: z.object({ name: z.string().optional(), time_zone: z.string().nullable().optional() }),
    }),
    data: z.object({ update_user_by_pk: basicUser }),
    document:
      'mutation UpdateUser($id: Int!, $changes: user_set_input!) { update_user_by_pk(id: $id, changes: $changes) { id uuid name email role profile_pic_url } }',
  }),
  UpdateTeamMember: operation({
    kind: 'mutation',
    variables: z.object({
      id,
      changes: z.object({ role: z.enum(roles).optional(), status: z.enum(['active', 'deactivated']).optional() }),
    }),
    data: z.object({ update_team_members_by_pk: teamMember }),
    document: `mutation UpdateTeamMember($id: Int!, $changes: team_members_set_input!) { update_team_members_by_pk(id: $id, changes: $changes) { ${fields} } }`,
  }),
  /** Role and status of the members on a page: now, and again whenever one of them changes. */
  TeamMembersLive: operation({
    kind: 'subscription',
    variables: page,
    data: z.object({
      team_members: z.array(z.object({ id: z.number().int(), role: z.enum(roles), status: z.enum(memberStatuses) })),
    }),
    document:
      'subscription TeamMembersLive($where: team_members_bool_exp, $limit: Int!, $offset: Int!) { team_members(where: $where, limit: $limit, offset: $offset, order_by: { id: desc }) { id role status } }',
  }),
};

export type DataOperations = typeof dataOperations;
export type DataOperationName = keyof DataOperations;
export type DataVariables<N extends DataOperationName> = z.input<DataOperations[N]['variables']>;
export type DataAnswer<N extends DataOperationName> = z.output<DataOperations[N]['data']>;
