import type { EnrolmentId, WorkspaceId } from '@skein/contracts/ids';
import { leadSchedule } from '#engine/sending/lead-schedule';
import type { Schedule } from '#engine/sending/plan.types';
import type { SqlClient } from '#platform/db/database';
import { findLeadPlaces } from './lead-places.store';
import { loadLeadZones } from './lead-zone';

/** The schedule of each enrolment: in its lead's zone where the campaign goes by those and the lead has one, else the campaign's. */
export async function loadLeadSchedules(
  workspaceId: WorkspaceId,
  sql: SqlClient,
  schedule: Schedule,
  enrolmentIds: readonly EnrolmentId[],
): Promise<(enrolmentId: EnrolmentId) => Schedule> {
  if (schedule.timeZoneMode === 'CAMPAIGN' || enrolmentIds.length === 0) return () => schedule;
  const [places, zoneOf] = [await findLeadPlaces(workspaceId, sql, enrolmentIds), await loadLeadZones()];
  return (enrolmentId) => {
    const place = places.get(enrolmentId);
    return leadSchedule(schedule, place && zoneOf(place)?.zone);
  };
}
