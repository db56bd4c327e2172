import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface DomainsState {
  /** Selected provider for sender accounts. */
  selectedProvider: string | null;
}

const initialState: DomainsState = { selectedProvider: null };

/** Area "domains": choices of the purchased domains and mailboxes. */
export const domainsSlice = createSlice({
  name: 'domains',
  initialState,
  reducers: {
    domainsChoiceChanged: (state, action: PayloadAction<Partial<DomainsState>>) => ({ ...state, ...action.payload }),
  },
});

export const { domainsChoiceChanged } = domainsSlice.actions;
