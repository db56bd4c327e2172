import { authContract } from '@skein/contracts/main/auth.contract';
import { routes } from '#platform/http/routes';
import type { MainDeps } from '#main/deps';
import { createApiKey } from '../api-keys/create-api-key';
import { deleteApiKey } from '../api-keys/delete-api-key';
import { listApiKeys } from '../api-keys/list-api-keys';
import { revealApiKey } from '../api-keys/reveal-api-key';
import { rotateApiKey } from '../api-keys/rotate-api-key';
import { getStartedProgress } from '../get-started/read-get-started';
import { acceptSignUpInvitation, readSignUpInvitation } from './accept-sign-up-invitation';
import { createTempToken } from './create-temp-token';
import { endSessionOf } from './end-session';
import { changePreferences } from './change-preferences';
import { createIdentityLimits } from '../login-limits/login-rate-limits';
import { logIn } from './log-in';
import { logOut } from './log-out';
import { logOutEverywhere } from './log-out-everywhere';
import { readMe } from './read-me';
import { readOnboarding } from './read-onboarding';
import { readSessions } from './read-sessions';
import { refreshSession } from './refresh-session';
import { regenerateOtp } from './regenerate-otp';
import { requestLink } from './request-link';
import { resetPassword } from './reset-password';
import { saveOnboarding } from './save-onboarding';
import { signUp } from './sign-up';
import { verifyUser } from './verify-user';

export function identityRoutes(deps: MainDeps) {
  const limits = createIdentityLimits(deps.db);
  return routes(authContract)(deps, {
    signUp: (_, request) => signUp(deps, limits, request.body, request),
    readSignUpInvitation: (_, request) => readSignUpInvitation(deps, limits, request.query.uuid, request),
    acceptSignUpInvitation: (_, request) => acceptSignUpInvitation(deps, limits, request.body, request),
    login: (_, request) => logIn(deps, limits, { door: 'people', given: request.body, browser: request }),
    clientLogin: (_, request) => logIn(deps, limits, { door: 'clients', given: request.body, browser: request }),
    verifyUser: (_, request) => verifyUser(deps, limits, request.query, request),
    resendVerification: (_, request) =>
      requestLink(deps, limits, { kind: 'verify', email: request.body.email, browser: request }),
    magicLink: (_, request) =>
      requestLink(deps, limits, { kind: 'magic', email: request.body.email, browser: request }),
    forgotPassword: (_, request) =>
      requestLink(deps, limits, { kind: 'reset', email: request.body.email, browser: request }),
    resetPassword: (_, request) => resetPassword(deps, limits, request.body, request),
    regenerateOtp: (_, request) => regenerateOtp(deps, limits, request.body, request),
    tempToken: (_, request) => createTempToken(deps, request.actor),
    refresh: (_, request) => refreshSession(deps, request),
    logout: (_, request) => logOut(deps, request),
    me: (_, request) => readMe(deps, request.actor),
    sessions: (_, request) => readSessions(deps, request.actor),
    endSession: (_, request) => endSessionOf(deps, request.actor, request.params.sessionId, request),
    logoutEverywhere: (_, request) => logOutEverywhere(deps, request.actor, request),
    changePreferences: (_, request) => changePreferences(deps, request.actor, request.body),
    readOnboarding: (_, request) => readOnboarding(deps, request.actor),
    onboarding: (_, request) => saveOnboarding(deps, request.actor, request.body),
    getStarted: (_, request) => getStartedProgress(deps, request.actor),
    apiKeys: (_, request) => listApiKeys(deps, request.actor),
    createApiKey: (_, request) => createApiKey(deps, request.actor, request.body),
    revealApiKey: (_, request) => revealApiKey(deps, request.actor, request.params.keyId),
    rotateApiKey: (_, request) => rotateApiKey(deps, request.actor, request.params.keyId),
    deleteApiKey: (_, request) => deleteApiKey(deps, request.actor, request.params.keyId),
  });
}
