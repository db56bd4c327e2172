import { z } from 'zod';
import { emailAddress, referralCode, signUpAddress } from '../address-rules';
import { newPassword, secondFactor } from '../sign-in-rules';
import { defineContract, tokenScopes } from '../endpoint';
import { permissions } from '../permissions';
import { idOf } from '../ids';
import { done, empty, idParam, instant, instantInput, listOf } from '../schemas';
import { userView, planView, sessionView, getStartedView, loginAnswer, onboardingAnswers } from './auth-views';
import { credentials } from './auth-views';

/** Identity (docs/domain.md). No answer, status or timing tells whether an account exists. */
export const authContract = defineContract({
  service: 'main',
  tag: 'Identity',
  endpoints: {
    signUp: {
      method: 'POST',
      path: '/api/auth/signup',
      access: { who: 'anyone' },
      summary: 'Sign up with a work email; a verification email follows',
      body: z.object({
        name: z.string().trim().min(1, 'is required').max(120),
        email: signUpAddress,
        password: newPassword,
        company: z.string().trim().max(160).optional(),
        referral_code: referralCode.optional().or(z.literal('').transform(() => undefined)),
      }),
      response: z.object({
        user: z.object({
          uuid: z.string(),
          email: z.string(),
          has_onboarding_completed: z.boolean(),
          onboarding_stage: z.number().int(),
        }),
      }),
    },
    readSignUpInvitation: {
      method: 'GET',
      path: '/api/auth/sign-up-invitation',
      access: { who: 'link' },
      summary: 'The address that an invitation to sign up is for, and who invited it',
      query: z.object({ uuid: z.string().min(20).max(200) }),
      response: z.object({
        email: z.string(),
        /** Address of the operator; null when it was made on the command line. */
        invited_by: z.string().nullable(),
      }),
    },
    acceptSignUpInvitation: {
      method: 'POST',
      path: '/api/auth/sign-up-invitation',
      access: { who: 'link' },
      summary: 'Open a workspace with the link of an invitation, which proves the address, and log in',
      body: z.object({
        uuid: z.string().min(20).max(200),
        name: z.string().trim().min(1, 'is required').max(120),
        company: z.string().trim().max(160).optional(),
        password: newPassword,
      }),
      response: sessionView,
    },
    login: {
      method: 'POST',
      path: '/api/auth/login',
      access: { who: 'anyone' },
      summary: 'Log in with a password, and the one-time code where it is asked for',
      body: credentials,
      response: loginAnswer,
    },
    clientLogin: {
      method: 'POST',
      path: '/api/client/login',
      access: { who: 'anyone' },
      summary: 'Log in as a client of an agency',
      body: credentials,
      response: loginAnswer,
    },
    verifyUser: {
      method: 'GET',
      path: '/api/auth/verify-user',
      access: { who: 'link' },
      summary: 'Redeem the link of a verification or login email; where two-factor login is on, with a code',
      query: z.object({ uuid: z.string().min(20).max(200), otp: secondFactor.optional() }),
      response: loginAnswer,
    },
    resendVerification: {
      method: 'POST',
      path: '/api/auth/resend-verification',
      access: { who: 'anyone' },
      summary: 'Send the verification email again',
      body: z.object({ email: emailAddress }),
      response: done,
    },
    magicLink: {
      method: 'POST',
      path: '/api/auth/magic-link',
      access: { who: 'anyone' },
      summary: 'Email a login link, valid for 15 minutes',
      body: z.object({ email: emailAddress }),
      response: done,
    },
    forgotPassword: {
      method: 'POST',
      path: '/api/auth/password/forgot',
      access: { who: 'anyone' },
      summary: 'Email a link to set a new password, valid for 30 minutes',
      body: z.object({ email: emailAddress }),
      response: done,
    },
    resetPassword: {
      method: 'POST',
      path: '/api/auth/password/reset',
      access: { who: 'link' },
      summary: 'Set a new password with the link from the email; where two-factor login is on, with a code',
      body: z.object({ uuid: z.string().min(20).max(200), newPassword, otp: secondFactor.optional() }),
      response: z.object({ done: z.boolean(), requiresOTP: z.boolean() }),
    },
    regenerateOtp: {
      method: 'POST',
      path: '/api/auth/regenerate-otp',
      access: { who: 'anyone' },
      summary: 'Email a one-time code for a login that asks for one, valid for 10 minutes',
      body: z.object({ email: emailAddress, password: z.string().min(1, 'is required').max(200) }),
      response: done,
    },
    tempToken: {
      method: 'POST',
      path: '/api/auth/temp-token',
      access: { who: 'session', may: 'lead.write' },
      summary: 'A token for 5 minutes that can unsubscribe leads and nothing else',
      body: empty,
      response: z.object({ token: z.string(), scope: z.enum(tokenScopes), expires_at: instant }),
    },
    refresh: {
      method: 'POST',
      path: '/api/auth/refresh',
      access: { who: 'link' },
      summary: 'A new access token for the refresh cookie',
      response: sessionView,
    },
    logout: {
      method: 'POST',
      path: '/api/auth/logout',
      access: { who: 'link' },
      summary: 'End this session',
      response: done,
    },
    me: {
      method: 'GET',
      path: '/api/auth/me',
      access: { who: 'person', may: 'profile' },
      summary: 'The person, the workspace and the plan behind the token',
      response: z.object({ user: userView, plan: planView }),
    },
    sessions: {
      method: 'GET',
      path: '/api/auth/sessions',
      access: { who: 'session', may: 'profile' },
      summary: 'Where this person is logged in',
      response: z.object({
        sessions: z.array(
          z.object({
            id: z.string(),
            user_agent: z.string().nullable(),
            ip: z.string().nullable(),
            created_at: instant,
            last_used_at: instant,
            is_current: z.boolean(),
          }),
        ),
      }),
    },
    endSession: {
      method: 'DELETE',
      path: '/api/auth/sessions/:sessionId',
      access: { who: 'session', may: 'profile' },
      summary: 'End one session of this person',
      params: z.object({ sessionId: z.uuid() }),
      response: done,
    },
    logoutEverywhere: {
      method: 'POST',
      path: '/api/auth/logout-everywhere',
      access: { who: 'session', may: 'profile' },
      summary: 'End every session of this person',
      body: empty,
      response: done,
    },
    changePreferences: {
      method: 'PATCH',
      path: '/api/auth/me',
      access: { who: 'session', may: 'profile' },
      summary: 'Change name, designation or time zone',
      body: z.object({
        name: z.string().trim().min(1).max(120).optional(),
        /** What the person is in their company: Head of Sales. */
        designation: z.string().trim().max(120).nullable().optional(),
        time_zone: z.string().max(60).nullable().optional(),
      }),
      response: z.object({ user: userView }),
    },
    readOnboarding: {
      method: 'GET',
      path: '/api/auth/onboarding',
      access: { who: 'session', may: 'profile' },
      summary: 'Where the onboarding was left, with the answers so far',
      response: z.object({
        stage: z.number().int(),
        completed: z.boolean(),
        answers: onboardingAnswers,
        mailboxes: z.number().int(),
      }),
    },
    onboarding: {
      method: 'POST',
      path: '/api/auth/onboarding',
      access: { who: 'session', may: 'profile' },
      summary: 'Save a step of the onboarding (5 steps) and continue',
      body: z.object({
        stage: z.number().int().min(0).max(5),
        answers: onboardingAnswers.optional(),
        completed: z.boolean().optional(),
      }),
      response: z.object({ user: userView }),
    },
    getStarted: {
      method: 'GET',
      path: '/api/get-started',
      access: { who: 'person', may: 'profile' },
      summary: 'Get-started progress: four steps',
      response: getStartedView,
    },
    apiKeys: {
      method: 'GET',
      path: '/api/api-keys',
      access: { who: 'session', may: 'api-key.manage' },
      summary: 'API keys, masked',
      response: z.object({
        keys: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            last_four: z.string(),
            status: z.string(),
            client_id: z.number().int().nullable(),
            created_at: instant,
            last_used_at: instant.nullable(),
            /** Permissions that it may be used for; null: everything that its person may. */
            scopes: z.array(z.string()).nullable(),
            expires_at: instant.nullable(),
            requests_per_minute: z.number().int().nullable(),
            client_name: z.string().nullable(),
            made_by: z.string().nullable(),
            is_mine: z.boolean(),
          }),
        ),
      }),
    },
    createApiKey: {
      method: 'POST',
      path: '/api/api-keys',
      access: { who: 'session', may: 'api-key.manage' },
      summary: 'Create an API key; the answer is the only place that shows it unasked',
      body: z.object({
        name: z.string().trim().min(1).max(80),
        /** Left out: everything that the person may. */
        scopes: listOf(z.enum(permissions), permissions.length).min(1, 'needs at least one').optional(),
        expires_at: instantInput.optional(),
        requests_per_minute: z.number().int().min(1).max(600).optional(),
        /** Acts as this client of the agency, and sees only what is theirs. */
        client_id: idOf('client').optional(),
      }),
      response: z.object({ id: z.number().int(), api_key: z.string() }),
    },
    revealApiKey: {
      method: 'POST',
      path: '/api/api-keys/:keyId/reveal',
      access: { who: 'session', may: 'api-key.manage' },
      summary: 'Show a key again to the person it acts as',
      params: z.object({ keyId: idParam }),
      body: empty,
      response: z.object({ api_key: z.string() }),
    },
    rotateApiKey: {
      method: 'POST',
      path: '/api/api-keys/:keyId/rotate',
      access: { who: 'session', may: 'api-key.manage' },
      summary: 'Replace a key of one’s own by a new one; the old one stops working at once',
      params: z.object({ keyId: idParam }),
      body: empty,
      response: z.object({ api_key: z.string() }),
    },
    deleteApiKey: {
      method: 'DELETE',
      path: '/api/api-keys/:keyId',
      access: { who: 'session', may: 'api-key.manage' },
      summary: 'Delete a key; it stops working at once',
      params: z.object({ keyId: idParam }),
      response: done,
    },
  },
});

/**
 * For forms. Named one by one: a build for browsers leaves out of a contract whatever nothing imports (packages/build,
 * thin-contract-loader).
 */
export const signUpBody = authContract.endpoints.signUp.body;
export const acceptSignUpInvitationBody = authContract.endpoints.acceptSignUpInvitation.body;
export const magicLinkBody = authContract.endpoints.magicLink.body;
export const resetPasswordBody = authContract.endpoints.resetPassword.body;
