import { useCallback } from 'react';
import { useCampaignTime } from '@skein/mfe/campaign-time';
import { useSearchParams } from '@skein/mfe/search-params';
import { analyticsChoiceChanged } from '@skein/mfe/slices/analytics';
import { useAppDispatch, useAppSelector } from '@skein/mfe/store';
import { useUi } from '@skein/ui/ui-provider';
import { readGlobal, writeGlobal, type GlobalAddress } from '../global/range-address';

const quarter = 900_000;
export type InsightFilter = 'client' | 'campaign' | 'mailbox' | 'tag';

/** Range, zone and filter of the pages: in the URL, and the range and zone of last time where it says none. */
export function useInsights() {
  const [params, setParams] = useSearchParams();
  const { timeZone: personZone } = useUi();
  const kept = useAppSelector((state) => state.analytics);
  const dispatch = useAppDispatch();
  const time = useCampaignTime();
  const now = Math.floor(time.now().getTime() / quarter) * quarter;
  const known = new URLSearchParams(params);
  if (!known.has('from') && kept.range) {
    known.set('from', kept.range.from);
    known.set('to', kept.range.to);
  }
  if (!known.has('zone') && kept.timeZone) known.set('zone', kept.timeZone);
  const address = readGlobal(known, new Date(now), personZone);
  const change = useCallback(
    (changed: Partial<GlobalAddress>) => {
      if (changed.from && changed.to)
        dispatch(analyticsChoiceChanged({ range: { from: changed.from, to: changed.to } }));
      if (changed.zone !== undefined) dispatch(analyticsChoiceChanged({ timeZone: changed.zone }));
      setParams((current) => writeGlobal(current, changed), { replace: true });
    },
    [dispatch, setParams],
  );
  const chosen = (name: InsightFilter): number | null => {
    const text = params.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const choose = (name: InsightFilter, id: string | null) =>
    setParams(
      (current) => {
        if (id === null) current.delete(name);
        else current.set(name, id);
        return current;
      },
      { replace: true },
    );
  const ids = (name: InsightFilter) => {
    const id = chosen(name);
    return id === null ? undefined : [id];
  };
  const filter = {
    ...(ids('client') ? { client_ids: ids('client') } : {}),
    ...(ids('campaign') ? { campaign_ids: ids('campaign') } : {}),
    ...(ids('mailbox') ? { mailbox_ids: ids('mailbox') } : {}),
    ...(ids('tag') ? { tag_ids: ids('tag') } : {}),
  };
  const zone = address.zone ?? personZone;
  const range = {
    from: address.from,
    to: address.to,
    time_zone: zone,
    axis: address.axis,
    include_out_of_office: address.includeOutOfOffice,
  };
  return {
    address,
    change,
    chosen,
    choose,
    filter,
    range,
    zone,
    personZone,
    now: () => time.now(),
    search: params.toString(),
  };
}
export type Insights = ReturnType<typeof useInsights>;

/** The filter as the list of rows behind a figure takes it. */
export const rowsFilter = ({ client_ids, campaign_ids, mailbox_ids, tag_ids }: Insights['filter']) => ({
  ...(client_ids ? { clientIds: client_ids } : {}),
  ...(campaign_ids ? { campaignIds: campaign_ids } : {}),
  ...(mailbox_ids ? { mailboxIds: mailbox_ids } : {}),
  ...(tag_ids ? { tagIds: tag_ids } : {}),
});
