-- The history tells who changed what of step templates.
create or replace trigger audited
after insert or delete or update of name, subject, email_body, client_id on step_template
for each row
execute function audit_change('step-template', 'name subject email_body client_id', '', 'name');
