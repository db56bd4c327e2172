/** Asks the process that is connected to these mailboxes (ids, separated by commas) to read their inboxes now. */
export const readRequests = 'skein_inbox_read_requests';
/** Names mailboxes (ids, separated by commas) whose inboxes were read on request. */
export const readReports = 'skein_inbox_reads';
