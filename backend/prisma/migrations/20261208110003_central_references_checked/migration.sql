-- no-transaction
-- mends rows: a restore of an older backup runs these blocks too.
-- Rows that name what is gone forget it, a few thousand at a time; from now on none is added. Then the old rows are read, beside everybody's work.
do $$ begin loop update campaign set status_changed_by = null where id in (select t.id from campaign t where t.status_changed_by is not null and not exists (select from app_user r where r.workspace_id = t.workspace_id and r.id = t.status_changed_by) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update campaign set team_member_id = null where id in (select t.id from campaign t where t.team_member_id is not null and not exists (select from app_user r where r.workspace_id = t.workspace_id and r.id = t.team_member_id) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update campaign set created_by = null where id in (select t.id from campaign t where t.created_by is not null and not exists (select from app_user r where r.workspace_id = t.workspace_id and r.id = t.created_by) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update mailbox set created_by = null where id in (select t.id from mailbox t where t.created_by is not null and not exists (select from app_user r where r.workspace_id = t.workspace_id and r.id = t.created_by) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update enrolment set assigned_user_id = null where id in (select t.id from enrolment t where t.assigned_user_id is not null and not exists (select from app_user r where r.workspace_id = t.workspace_id and r.id = t.assigned_user_id) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update enrolment set upload_id = null where id in (select t.id from enrolment t where t.upload_id is not null and not exists (select from lead_upload r where r.workspace_id = t.workspace_id and r.id = t.upload_id) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update enrolment set parent_enrolment_id = null where id in (select t.id from enrolment t where t.parent_enrolment_id is not null and not exists (select from enrolment r where r.workspace_id = t.workspace_id and r.id = t.parent_enrolment_id) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
do $$ begin loop update intent set reallocated_from = null where id in (select t.id from intent t where t.reallocated_from is not null and not exists (select from mailbox r where r.workspace_id = t.workspace_id and r.id = t.reallocated_from) limit 2000 for update of t); exit when not found; commit; end loop; end $$;
alter table campaign validate constraint campaign_workspace_id_status_changed_by_fkey;
alter table campaign validate constraint campaign_workspace_id_team_member_id_fkey;
alter table campaign validate constraint campaign_workspace_id_created_by_fkey;
alter table mailbox validate constraint mailbox_workspace_id_created_by_fkey;
alter table enrolment validate constraint enrolment_workspace_id_assigned_user_id_fkey;
alter table enrolment validate constraint enrolment_workspace_id_upload_id_fkey;
alter table enrolment validate constraint enrolment_workspace_id_parent_enrolment_id_fkey;
alter table intent validate constraint intent_workspace_id_reallocated_from_fkey;
