-- no-transaction
-- Who writes on LinkedIn is found among the leads by what names them in the address of their profile, or by how they are called. Leads are added while
-- these are made.
drop index concurrently if exists lead_linkedin_identifier;
create index concurrently lead_linkedin_identifier on lead
  (workspace_id, left(substring(lower(linkedin_profile) from '/(?:in|pub|sales/lead|sales/people|talent/profile)/([^/,?#]+)'), 200))
  where linkedin_profile <> '';
drop index concurrently if exists lead_linkedin_name;
create index concurrently lead_linkedin_name on lead
  (workspace_id, left(lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))), 200))
  where linkedin_profile <> '';
