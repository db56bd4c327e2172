import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SmartDeliveryState {
  /** The list that the breadcrumbs of the area lead to. */
  lastTestType: 'manual' | 'auto';
  /** The test that was opened last. */
  lastTestId: number | null;
  /** Days of mailbox insights. */
  insightsPeriod: '14' | '90' | 'all';
  /** Seeds that a new test leaves out, each a provider and a region. */
  leftSeeds: string[];
}

const initialState: SmartDeliveryState = {
  lastTestType: 'auto',
  lastTestId: null,
  insightsPeriod: '14',
  leftSeeds: [],
};

/** Area "smartdelivery": choices of the placement tests. */
export const smartDeliverySlice = createSlice({
  name: 'smartdelivery',
  initialState,
  reducers: {
    smartDeliveryChoiceChanged: (state, action: PayloadAction<Partial<SmartDeliveryState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { smartDeliveryChoiceChanged } = smartDeliverySlice.actions;
