import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface UniversityState {
  /** Course item by id: position in seconds, or pages read. */
  progress: Record<string, number>;
}

const initialState: UniversityState = { progress: {} };

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
