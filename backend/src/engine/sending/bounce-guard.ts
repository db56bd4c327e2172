import type { BounceGuardSnapshot } from './plan.types';

/** Whether the bounce guard pauses a campaign: its bounce rate is at the limit, over a sample of sent emails that is large enough. */
export function bounceGuardTripped(guard: BounceGuardSnapshot): boolean {
  return (
    guard.enabled &&
    guard.sent >= guard.minimumSent &&
    guard.sent > 0 &&
    guard.recipientBounces * 100 >= guard.percent * guard.sent
  );
}
