import { createSlice } from '@reduxjs/toolkit';

/** The global loading flag around every call to the API. Never persisted. */
export const activitySlice = createSlice({
  name: 'activity',
  initialState: { pending: 0 },
  reducers: {
    callStarted: (state) => {
      state.pending += 1;
    },
    callEnded: (state) => {
      state.pending = Math.max(0, state.pending - 1);
    },
  },
});

export const { callStarted, callEnded } = activitySlice.actions;
