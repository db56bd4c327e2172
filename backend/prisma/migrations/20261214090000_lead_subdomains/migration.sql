-- no-transaction
-- Leads below a blocked domain are found by it: the few whose domain has more than two parts. Emails are sent while it is made.
drop index concurrently if exists lead_subdomains;
create index concurrently lead_subdomains on lead (workspace_id, reverse(domain) collate "C") where domain like '%.%.%';
