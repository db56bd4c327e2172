import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Answers of the onboarding so far, so that it resumes where it was left. */
export interface ApplicantState {
  stage: number;
  answers: Record<string, string>;
  /** Referral code that came with the sign-up link. */
  referralCode: string | null;
}

const initialState: ApplicantState = { stage: 0, answers: {}, referralCode: null };

/** Area "applicant": a person on the way in. */
export const applicantSlice = createSlice({
  name: 'applicant',
  initialState,
  reducers: {
    stageReached: (state, action: PayloadAction<number>) => {
      state.stage = action.payload;
    },
    answersGiven: (state, action: PayloadAction<Record<string, string>>) => {
      Object.assign(state.answers, action.payload);
    },
    referralCodeSeen: (state, action: PayloadAction<string | null>) => {
      state.referralCode = action.payload;
    },
  },
});

export const { stageReached, answersGiven, referralCodeSeen } = applicantSlice.actions;
