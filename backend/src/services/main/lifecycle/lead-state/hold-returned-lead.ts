import type { EnrolmentId } from '@skein/contracts/ids';
import { isFreeMailDomain } from '#engine/inbox-sync/free-mail-domains';
import type { SqlClient } from '#platform/db/database';
import { holdLeads } from './enrolment/hold-leads';
import { findReplyOfCompany } from './company-hold.store';

/**
 * A lead that had reached the end of its sequence and is in it again, because its last email proves unsent or somebody undid the end, waits
 * like the others where its company has replied meanwhile (stop-by-reply.ts). An end keeps no hold.
 */
export async function holdReturnedLead(sql: SqlClient, enrolmentId: EnrolmentId, at: Date): Promise<void> {
  const reply = await findReplyOfCompany(sql, enrolmentId);
  if (reply && !isFreeMailDomain(reply.domain))
    await holdLeads(sql, [enrolmentId], {
      kind: 'COMPANY_REPLY',
      until: null,
      detail: { replied: reply.enrolment_id, message: reply.id },
      at,
    });
}
