import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface EdSubscriptionState {
  /** The size that was looked at last, as its number of monitors. */
  lastSeenPlan: string | null;
}

const initialState: EdSubscriptionState = { lastSeenPlan: null };

/** Area "edsubscription": the subscription of the enterprise deliverability service. */
export const edSubscriptionSlice = createSlice({
  name: 'edsubscription',
  initialState,
  reducers: {
    edSubscriptionChoiceChanged: (state, action: PayloadAction<Partial<EdSubscriptionState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { edSubscriptionChoiceChanged } = edSubscriptionSlice.actions;
