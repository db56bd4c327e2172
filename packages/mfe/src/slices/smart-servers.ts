import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SmartServersState {
  lastServerId: string | null;
}

const initialState: SmartServersState = { lastServerId: null };

/** Area "smartservers": choices of the dedicated servers. */
export const smartServersSlice = createSlice({
  name: 'smartservers',
  initialState,
  reducers: {
    smartServersChoiceChanged: (state, action: PayloadAction<Partial<SmartServersState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { smartServersChoiceChanged } = smartServersSlice.actions;
