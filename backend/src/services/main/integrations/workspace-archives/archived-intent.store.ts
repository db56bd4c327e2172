/** The open email of an enrolment `t` as an archive brings it back: what was only reserved is gone. */
export const intentThatLeft = `(
  select o.id from intent o where o.id = t.open_intent_id and o.workspace_id = t.workspace_id and o.state <> 'RESERVED'
)`;
