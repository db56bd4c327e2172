import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface CampaignsState {
  /** Mapping of CRM fields that was used last. */
  crmMapping: Record<string, string> | null;
  /** Folder whose campaigns were looked at last. */
  lastFolderId: number | null;
}

const initialState: CampaignsState = { crmMapping: null, lastFolderId: null };

/** Area "campaigns": what the campaign screens keep between visits. */
export const campaignsSlice = createSlice({
  name: 'campaigns',
  initialState,
  reducers: {
    campaignsChoiceChanged: (state, action: PayloadAction<Partial<CampaignsState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { campaignsChoiceChanged } = campaignsSlice.actions;
