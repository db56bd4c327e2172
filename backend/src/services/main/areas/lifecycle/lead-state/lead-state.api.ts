export { cancelReservedWhere } from './cancel-reserved.store';
export { endCompanyHolds, holdCompany } from './company-hold.store';
export { emailStatusSql } from './email-status.store';
export { pushLead } from './push-lead.store';
export { stopEnrolment, takeBackReserved } from './stop-enrolment.store';
export { holdFamily, resumeFamily, stopFamily } from './stop-family.store';
