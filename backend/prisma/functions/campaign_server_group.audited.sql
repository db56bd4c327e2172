-- The history tells who let a campaign send through which servers.
create or replace trigger audited
after insert or delete or update of group_id on campaign_server_group
for each row
execute function audit_change('server-mapping', 'campaign_id group_id', '', 'campaign_id');
