-- The history tells who changed what of clients.
create or replace trigger audited
after insert or delete or update of
  name, email, logo_url, permissions, restricted_categories, is_credit_assigned, email_credits, lead_credits,
  status
on agency_client
for each row
execute function audit_change(
  'client',
  'name email logo_url permissions restricted_categories is_credit_assigned email_credits lead_credits status',
  '',
  'name'
);
