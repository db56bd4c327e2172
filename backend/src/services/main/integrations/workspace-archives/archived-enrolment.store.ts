/** What a lead `r` of an archive names, where it is there; archives of before may name what is gone. `$1` is the workspace. */
export const uploadThere = '(select u.id from lead_upload u where u.workspace_id = $1 and u.id = r.upload_id)';

/**
 * A lead came into its campaign later than its parent: its id is the larger one, and rows come by their ids, those
 * `given` together at once.
 */
export const parentThere = `(
  select p.id from enrolment p where p.workspace_id = $1 and p.id = r.parent_enrolment_id
  union
  select p.id from given p where p.id = r.parent_enrolment_id
)`;
