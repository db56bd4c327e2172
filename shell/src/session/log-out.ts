import { clearSession } from '@skein/mfe/session';
import { authClient } from './auth-calls';

/** Ends the session on the server and here. What is on this device is cleared even when the server cannot be reached. */
export async function logOut(): Promise<void> {
  try {
    await authClient.logout({});
  } catch {
    // The access token runs out by itself within minutes; the cookie is refused once the server is back.
  }
  clearSession();
}
