import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SmartDeliveryState {
  lastTestType: 'manual' | 'auto';
}

const initialState: SmartDeliveryState = { lastTestType: 'auto' };

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
