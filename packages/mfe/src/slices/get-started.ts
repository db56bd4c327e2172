import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

type StepState = 'COMPLETED' | 'PENDING';

/** Progress of the four first steps, as the API reports it. */
export interface GetStartedState {
  total_steps_completed: number;
  percent: number;
  added_first_email_account: StepState;
  enabled_warmup_optimisation: StepState;
  created_first_campaign: StepState;
  launched_first_campaign: StepState;
}

const initialState: GetStartedState = {
  total_steps_completed: 0,
  percent: 0,
  added_first_email_account: 'PENDING',
  enabled_warmup_optimisation: 'PENDING',
  created_first_campaign: 'PENDING',
  launched_first_campaign: 'PENDING',
};

/** Area "getstarted". */
export const getStartedSlice = createSlice({
  name: 'getstarted',
  initialState,
  reducers: {
    progressReported: (state, action: PayloadAction<Partial<GetStartedState>>) => ({ ...state, ...action.payload }),
  },
});

export const { progressReported } = getStartedSlice.actions;
