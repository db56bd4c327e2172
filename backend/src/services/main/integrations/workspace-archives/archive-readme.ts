/** README.txt of an archive. */
export const archiveReadme = `This archive holds a workspace of Skein.

manifest.json   what is in it, with the SHA-256 of each part, and what is not
rows/           every table as NDJSON, one row a line
csv/            the same tables as CSV, for spreadsheets
files/          attachments, pictures and uploaded lists
copies/         leads, campaigns, emails, results of placement tests and warmup as CSV, put together, and the change history
mbox/           the emails that each mailbox sent and received

Passwords, API keys and other secrets are not in it. Import it in Settings, Export and import, of an empty workspace, or with
"npm run operator -- import-workspace FILE".
`;
