-- A connection to ListKit held no credentials and exchanged nothing: its rows come with an API key, or as a CSV file. Leads stay.
delete from integration where kind = 'LISTKIT';

alter table integration
  drop constraint integration_kind_check,
  add constraint integration_kind_check check (kind in ('HUBSPOT', 'SLACK', 'CLAY', 'LEADMAGIC'));
