import { DAY_MS, instantOfLocal } from '@skein/template/zone-clock';
import type { SqlClient } from '#platform/db/database';
import { loadLeadZones } from '../lead-zone/lead-zone';
import { findLeadPlaces } from '../lead-zone/lead-places.store';
import type { InboundContext } from './inbound';

type Absent = Pick<InboundContext, 'id' | 'workspace_id' | 'campaign_zone' | 'time_zone_mode'>;

/**
 * When the day begins on which somebody is back, `YYYY-MM-DD` as their notice names it. It begins in the campaign's zone, by
 * which emails are sent and which screens name the day by; where a campaign sends by leads' own clocks, also in the lead's.
 */
export async function beginOfReturn(sql: SqlClient, absent: Absent, day: string): Promise<Date> {
  const number = Date.parse(day) / DAY_MS;
  const zones = [absent.campaign_zone];
  if (absent.time_zone_mode === 'LEAD') {
    const zoneOf = await loadLeadZones();
    const place = (await findLeadPlaces(absent.workspace_id, sql, [absent.id])).get(absent.id);
    const own = place && zoneOf(place);
    if (own) zones.push(own.zone);
  }
  return new Date(Math.max(...zones.map((zone) => instantOfLocal(zone, number, 0))));
}
