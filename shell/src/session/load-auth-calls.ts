export type AuthCalls = typeof import('./auth-calls');

let loading: Promise<AuthCalls> | undefined;

/**
 * The identity endpoints with their contract. Loaded with the first key that is pressed in a form: contracts are zod values, a
 * seventh of what the login page weighed, and nothing on it needs them before.
 */
export function loadAuthCalls(): Promise<AuthCalls> {
  loading ??= import('./auth-calls').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
