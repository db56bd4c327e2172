-- A connection to ListKit held no credentials and exchanged nothing: its rows come with an API key, or as a CSV file. Leads stay.
-- The version before may still write such a row during the upgrade, so the check of kinds stays as wide as it was.
delete from integration where kind = 'LISTKIT';
