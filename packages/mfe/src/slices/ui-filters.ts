import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** What a person chose for one list: kept on this device, so that the list opens the way it was left. */
export interface ListChoice {
  filters?: Record<string, unknown>;
  sort?: { column: string; direction: 'asc' | 'desc' };
  columns?: string[];
  columnWidths?: Record<string, number>;
  pageSize?: number;
  /** As many rows as the window has room for. */
  fillsScreen?: boolean;
  density?: 'compact' | 'default' | 'two-line';
}

/** Lists by name: `all-campaigns`, `master-inbox`, `email-accounts`, `all-leads`, ... */
export type UiFiltersState = Record<string, ListChoice>;

/** Area "uifilters": filters, sort and selected columns of the lists. */
export const uiFiltersSlice = createSlice({
  name: 'uifilters',
  initialState: {} as UiFiltersState,
  reducers: {
    listChoiceChanged: (state, action: PayloadAction<{ list: string; choice: ListChoice }>) => {
      state[action.payload.list] = { ...state[action.payload.list], ...action.payload.choice };
    },
    listChoiceReset: (state, action: PayloadAction<{ list: string }>) => {
      delete state[action.payload.list];
    },
  },
});

export const { listChoiceChanged, listChoiceReset } = uiFiltersSlice.actions;
