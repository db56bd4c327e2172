import { buildSchema } from 'graphql';

/**
 * What the data-query layer knows, in the field's usual shape (where, limit, offset, order_by, by_pk). Introspection is
 * not among the known operations.
 */
export const schema = buildSchema(`
  enum order_by { asc desc }
  input team_members_order_by { id: order_by! }
  input int_comparison { _eq: Int _in: [Int!] }
  input text_comparison { _eq: String _in: [String!] _ilike: String }
  input team_members_bool_exp {
    _and: [team_members_bool_exp!] _or: [team_members_bool_exp!] _not: team_members_bool_exp
    id: int_comparison name: text_comparison email: text_comparison role: text_comparison status: text_comparison
  }
  type team_members {
    id: Int! name: String! email: String role: String! status: String! designation: String profile_pic_url: String assigned: Int last_login_at: String created_at: String! invitation_expires_at: String
  }
  type team_members_aggregate { count: Int! }
  type user { id: Int! uuid: String! name: String! email: String role: String! profile_pic_url: String }
  input user_set_input { name: String time_zone: String }
  input team_members_set_input { role: String status: String }
  type Query {
    team_members(where: team_members_bool_exp, limit: Int!, offset: Int!, order_by: team_members_order_by): [team_members!]!
    team_members_aggregate(where: team_members_bool_exp): team_members_aggregate!
    team_members_by_pk(id: Int!): team_members
    user_by_pk(id: Int!): user
  }
  type Mutation {
    update_user_by_pk(id: Int!, changes: user_set_input!): user
    update_team_members_by_pk(id: Int!, changes: team_members_set_input!): team_members
  }
  type Subscription {
    team_members(where: team_members_bool_exp, limit: Int!, offset: Int!, order_by: team_members_order_by): [team_members!]!
  }
`);
