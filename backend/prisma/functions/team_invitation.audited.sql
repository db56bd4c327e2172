-- The history tells who changed what of invitations to the team.
create or replace trigger audited
after insert or delete or update of
  email, role, campaign_ids, client_ids, mailbox_ids
on team_invitation
for each row
execute function audit_change(
  'invitation',
  'email role campaign_ids client_ids mailbox_ids',
  '',
  'email'
);
