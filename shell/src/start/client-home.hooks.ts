import { skipToken } from '@reduxjs/toolkit/query';
import { useAccess } from '@skein/mfe/access';
import { useCampaignNow } from '@skein/mfe/campaign-time';
import { addDays, dayIn } from '@skein/ui/calendar-days';
import { useUi } from '@skein/ui/ui-provider';
import {
  useHomeCampaignsQuery,
  useHomeFiguresQuery,
  useHomeRepliesQuery,
  useHomeReportsQuery,
} from './client-home-api';

/** Days that the home looks back. */
export const homeDays = 30;
const lines = 5;

/** What the client may see of its work: replies always, campaigns and reports with full access. */
export function useClientHome() {
  const { may } = useAccess();
  const { timeZone } = useUi();
  const now = useCampaignNow(60_000);
  const to = dayIn(timeZone, now);
  const range = { from: addDays(to, 1 - homeDays), to, time_zone: timeZone };
  const seesFigures = may('analytics.read');
  return {
    now,
    timeZone,
    seesFigures,
    figures: useHomeFiguresQuery(seesFigures ? { query: range } : skipToken),
    campaigns: useHomeCampaignsQuery(seesFigures ? { query: { ...range, limit: lines } } : skipToken),
    reports: useHomeReportsQuery(seesFigures ? undefined : skipToken),
    replies: useHomeRepliesQuery({ query: { folder: 'replies', limit: lines } }),
  };
}
