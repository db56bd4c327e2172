-- Whose upload a file is, until a step names it. No foreign key: the row outlives its campaign, so that the sweep still finds the file.

alter table signed_file add column campaign_id int;
