export { endCompanyHolds, holdCompany } from './company-hold.store';
export { emailStatusSql } from './email-status.store';
export { pushLead } from './push-lead.store';
export { endLeads, stopEnrolment } from './enrolment/end-leads.store';
export { holdImportedLeads, holdLeads, releaseImportedLeads } from './enrolment/hold-leads.store';
export { cancelReservedWhere } from './enrolment/reservations.store';
export { holdFamily, resumeFamily, stopFamily } from './stop-family.store';
export { shareEntries } from './shared-entries.store';
