import { useEffect, useState } from 'react';
import { useAppDispatch } from '@skein/mfe/store';
import { campaignFormApi } from '../api';

/** For how many leads of the campaign each of these fields is empty; asked once a field. */
export function useEmptyCounts(
  campaignId: number,
  fields: readonly string[],
  leads: number,
): ReadonlyMap<string, number> {
  const dispatch = useAppDispatch();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const key = fields.slice(0, 12).join('\n');
  useEffect(() => {
    if (key === '' || leads === 0) return undefined;
    let gone = false;
    void Promise.all(
      key.split('\n').map(async (field) => {
        const answer = await dispatch(
          campaignFormApi.endpoints.formLeads.initiate(
            { params: { campaignId }, query: { missing_field: field, limit: 1 } },
            { subscribe: false },
          ),
        ).unwrap();
        return [field, answer.total] as const;
      }),
    ).then(
      (found) => {
        if (!gone) setCounts((before) => new Map([...before, ...found]));
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [dispatch, campaignId, key, leads]);
  return counts;
}
