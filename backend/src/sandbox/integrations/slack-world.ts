import type { OAuthApp } from '#platform/integrations/integration-access';

/** A message that was posted. */
export interface Posted {
  channel: string;
  text: string;
  blocks: Record<string, unknown>[];
  at: number;
}
/** Messages that are kept to look at. */
const mostKept = 200;

export type SlackWorld = ReturnType<typeof createSlackWorld>;

/** One workspace of Slack: its channels, who may speak to it, and what was posted. */
export function createSlackWorld({ client, now }: { client: OAuthApp; now: () => number }) {
  const posted: Posted[] = [];
  const recent = new Map<string, number[]>();
  /** By id; an archived one refuses messages. */
  const channels = new Map<string, { name: string; is_private: boolean; is_archived: boolean }>([
    ['C0REPLIES', { name: 'replies', is_private: false, is_archived: false }],
    ['C0SALES', { name: 'sales', is_private: false, is_archived: false }],
    ['C0ALERTS', { name: 'alerts', is_private: true, is_archived: false }],
    ['C0OLD', { name: 'old-outreach', is_private: false, is_archived: true }],
  ]);
  return {
    client,
    now,
    posted,
    channels,
    webhook: 'https://hooks.slack.com/services/T0SANDBOX/B0SANDBOX/sandboxreplies',
    /** Codes of consents, with where they lead back to. */
    codes: new Map<string, string>(),
    /** Seconds until a channel takes the next message; 0 takes it. */
    wait(channel: string): number {
      const times = (recent.get(channel) ?? []).filter((time) => time > now() - 20_000);
      recent.set(channel, times);
      if (times.length >= 20) return Math.max(1, Math.ceil((times[0]! + 20_000 - now()) / 1000));
      times.push(now());
      return 0;
    },
    keep(channel: string, message: { text?: string; blocks?: Record<string, unknown>[] }): void {
      posted.unshift({ channel, text: message.text ?? '', blocks: message.blocks ?? [], at: now() });
      posted.length = Math.min(posted.length, mostKept);
    },
  };
}
