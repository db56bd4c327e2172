import type { UserId, WorkspaceId } from '@skein/contracts/ids';
import { SkeinError } from '../http/skein-error';

/**
 * Connections that stay open, event streams and WebSockets together, of one process. Each holds a file descriptor and
 * some 25 kB. A person has one or two for each tab; whoever opens more tabs than this sees their lists refreshed every
 * half minute instead of at once.
 */
export const streamLimits = {
  person: 30,
  workspace: 500,
  process: 5_000,
  /** Connections that have yet to say who they are, which takes them 5 seconds at most: strangers take no place of people. */
  unknown: 200,
};

/** A WebSocket that is refused for its number; browsers try again later and later. */
export const tooManyStreams = 4430;

interface Person {
  workspaceId: WorkspaceId;
  userId: UserId;
}

export interface OpenStreams {
  /**
   * Counts a connection, of somebody who is known or of one that has yet to say who it is.
   * @returns gives the place back; it may be called more than once
   * @throws SkeinError RATE_LIMITED
   */
  open(person: Person | null): () => void;
  count(): number;
}

export function createOpenStreams(limits: typeof streamLimits = streamLimits): OpenStreams {
  const open = new Map<string, number>();
  const add = (key: string, by: 1 | -1) => {
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    open(person) {
      const crowded = 'Too many live connections are open on this server.';
      const places: [key: string, limit: number, message: string][] = person
        ? [
            ['all', limits.process, crowded],
            [`workspace ${person.workspaceId}`, limits.workspace, 'Your workspace has too many live connections open.'],
            [
              `person ${person.workspaceId} ${person.userId}`,
              limits.person,
              'You have too many live connections open.',
            ],
          ]
        : [['unknown', limits.unknown, crowded]];
      const full = places.find(([key, limit]) => (open.get(key) ?? 0) >= limit);
      if (full)
        throw new SkeinError('RATE_LIMITED', `${full[2]} Close tabs you do not need, or try again in a moment.`);
      for (const [key] of places) add(key, 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        for (const [key] of places) add(key, -1);
      };
    },
    count: () => open.get('all') ?? 0,
  };
}
