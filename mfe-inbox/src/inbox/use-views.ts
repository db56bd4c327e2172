import { useMemo } from 'react';
import { useListViewsQuery } from '@skein/mfe/lists/list-views-api';

/** Views of the inbox that this person kept. */
export function useViews() {
  const { data } = useListViewsQuery();
  return useMemo(() => (data?.views ?? []).filter(({ list }) => list === 'master-inbox'), [data]);
}
