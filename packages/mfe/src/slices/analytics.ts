import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface AnalyticsState {
  /** ISO dates, both inclusive. */
  range: { from: string; to: string } | null;
  /** IANA zone. */
  timeZone: string | null;
}

const initialState: AnalyticsState = { range: null, timeZone: null };

/** Area "analytics": range and zone that were looked at last. */
export const analyticsSlice = createSlice({
  name: 'analytics',
  initialState,
  reducers: {
    analyticsChoiceChanged: (state, action: PayloadAction<Partial<AnalyticsState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { analyticsChoiceChanged } = analyticsSlice.actions;
