import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { z } from 'zod';
import type { planView, userView } from '@skein/contracts/main/auth-views';

/** The person who is logged in, as the API describes them. */
export type SessionUser = z.output<typeof userView>;

/** The plan of their workspace, and what is used of it. */
export type SessionPlan = z.output<typeof planView>;

/** A session that the server has started. */
export interface Session {
  /** Bearer token of the API calls; short-lived, renewed by the HttpOnly cookie that no script can read. */
  token: string;
  /** ISO instant at which the token ends. */
  expires_at: string;
  user: SessionUser;
  plan: SessionPlan;
}

export interface AuthState {
  token: string | null;
  expires_at: string | null;
  user: SessionUser | null;
  plan: SessionPlan | null;
}

const initialState: AuthState = { token: null, expires_at: null, user: null, plan: null };

/** Area "auth": who is logged in. */
export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** A login, or a renewal of the token: both bring the person and the plan as they are now. */
    sessionStarted: (_state, { payload }: PayloadAction<Session>): AuthState => ({
      token: payload.token,
      expires_at: payload.expires_at,
      user: payload.user,
      plan: payload.plan,
    }),
    userChanged: (state, { payload }: PayloadAction<{ user?: SessionUser; plan?: SessionPlan }>) => {
      if (payload.user) state.user = payload.user;
      if (payload.plan) state.plan = payload.plan;
    },
    sessionEnded: () => initialState,
  },
});

export const { sessionStarted, userChanged, sessionEnded } = authSlice.actions;
