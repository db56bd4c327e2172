import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface UniversityState {
  /** Course item by id: position in seconds, or pages read. */
  progress: Record<string, number>;
  /** The item that was opened last, in the course that the page leads back to. */
  lastItem: string | null;
}

const initialState: UniversityState = { progress: {}, lastItem: null };

/** Area "university": what was read and watched. */
export const universitySlice = createSlice({
  name: 'university',
  initialState,
  reducers: {
    universityChoiceChanged: (state, action: PayloadAction<Partial<UniversityState>>) => ({
      ...state,
      ...action.payload,
    }),
  },
});

export const { universityChoiceChanged } = universitySlice.actions;
