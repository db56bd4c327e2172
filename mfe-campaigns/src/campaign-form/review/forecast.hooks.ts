import { useMemo, useState } from 'react';
import { useFormForecastQuery } from '../api';
import { useRested } from '../use-rested';
import { forecastSeries, type WhatIf } from './forecast-series';

/** The forecast of a campaign as it is set up, and of another setup that is tried. */
export function useForecast(campaignId: number) {
  const [ask, setAsk] = useState<WhatIf>({});
  const rested = useRested(ask, 300);
  const asks = Object.keys(ask).length > 0;
  const params = { campaignId };
  const base = useFormForecastQuery({ params, body: {} });
  const changed = useFormForecastQuery({ params, body: rested }, { skip: Object.keys(rested).length === 0 });
  const forecast = asks ? (changed.data ?? base.data) : base.data;
  const chart = useMemo(() => (forecast ? forecastSeries(forecast) : null), [forecast]);
  return {
    ask,
    setAsk,
    base,
    changed,
    /** Another setup is tried, and nobody is still moving a slider. */
    isSettled: asks && rested === ask,
    forecast,
    error: base.error ?? (asks ? changed.error : undefined),
    chart,
  };
}
