import { upgradeWebSocket } from '@hono/node-server';
import { GraphQLError, subscribe } from 'graphql';
import { CloseCode, makeServer } from 'graphql-ws';
import type { Context } from 'hono';
import type { RequestActor } from '#platform/http/request-actor';
import { tooManyStreams } from '#platform/live/stream-limits';
import type { ServiceDeps } from '#platform/http/service-deps';
import { SkeinError } from '#platform/http/skein-error';
import type { DataContext } from '../features/team/team-members';
import { showResult, watchArguments } from './run-operation';

/** A connection ends after so long, so that it comes back with a fresh token. */
const longestMilliseconds = 14 * 60_000;
/** The first message has to come within so long. */
const greetingMilliseconds = 5_000;
/** Subscriptions of one connection. */
const most = 10;
/** Tells the browser to come back with a new token, or to end the session. */
const sessionOver = 4403;

interface Connection {
  context?: DataContext;
  open: number;
  close: (code: number, reason: string) => void;
  stop?: () => void;
  /** Releases its place among the open connections. */
  leave: () => void;
}

/** The bearer token of the first message, as a request would carry it. */
async function recognise(deps: ServiceDeps, authorization: unknown): Promise<RequestActor | null> {
  if (typeof authorization !== 'string' || authorization.length > 4_000) return null;
  const actor = await deps
    .authenticate(new Request('http://data-query/', { headers: { authorization } }))
    .catch((error: unknown) => {
      if (error instanceof SkeinError) return null;
      throw error;
    });
  return actor?.via === 'session' ? actor : null;
}

/** A changed role acts at once in what is followed, and an ended session ends the connection. */
function followActor(deps: ServiceDeps, connection: Connection, context: DataContext): () => void {
  return deps.authenticator.onChange((workspaceId) => {
    if (workspaceId !== context.actor.workspaceId) return;
    recognise(deps, context.credentials['authorization']).then(
      (actor) => (actor ? void (context.actor = actor) : connection.close(sessionOver, 'The session has ended.')),
      () => connection.close(CloseCode.InternalServerError, 'Please come back.'),
    );
  });
}

/** From a place among those that are not known yet to one of the person's; a connection for which there is none is closed. */
function takePlace(deps: ServiceDeps, connection: Connection, actor: RequestActor): boolean {
  connection.leave();
  try {
    connection.leave = deps.live.streams.open(actor);
    return true;
  } catch (error) {
    if (!(error instanceof SkeinError)) throw error;
    connection.close(tooManyStreams, error.message);
    return false;
  }
}

/** The server's side of graphql-transport-ws. */
const createServer = (deps: ServiceDeps) =>
  makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: greetingMilliseconds,
    subscribe,
    async onConnect({ connectionParams, extra }) {
      const authorization = connectionParams?.['authorization'];
      const actor = await recognise(deps, authorization);
      if (!actor || !takePlace(deps, extra, actor)) return false;
      extra.context = { deps, actor, credentials: { authorization: authorization as string } };
      extra.stop = followActor(deps, extra, extra.context);
      return true;
    },
    onSubscribe({ extra }, _id, payload) {
      if (!extra.context) return [new GraphQLError('Forbidden')];
      if (extra.open >= most) return [new GraphQLError('Too many subscriptions at once.')];
      try {
        const followed = watchArguments(extra.context, payload);
        extra.open += 1;
        return followed;
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
    },
    onNext: ({ extra }, ...[, , , result]) =>
      extra.context ? (showResult(extra.context, result as never) as never) : undefined,
    onComplete: ({ extra }) => void (extra.open -= 1),
    onDisconnect: ({ extra }) => extra.stop?.(),
  });

/** Opens the WebSocket of subscriptions; answers a plain request with what is missing. */
export function createLiveConnections(deps: ServiceDeps): (context: Context) => Promise<Response> {
  const server = createServer(deps);
  const upgrade = upgradeWebSocket(
    () => {
      let hear: (text: string) => Promise<void> = async () => undefined;
      let closed: (code?: number, reason?: string) => Promise<void> = async () => undefined;
      let longest: NodeJS.Timeout | undefined;
      const connection: Connection = { open: 0, close: () => undefined, leave: () => undefined };
      return {
        onOpen(_event, socket) {
          const close = (code?: number, reason?: string) => socket.close(code, reason);
          connection.close = close;
          // Only now, because a handshake that fails tells nobody that it is over.
          try {
            connection.leave = deps.live.streams.open(null);
          } catch (error) {
            return close(tooManyStreams, error instanceof SkeinError ? error.message : undefined);
          }
          longest = setTimeout(() => close(sessionOver, 'Please come back.'), longestMilliseconds);
          closed = server.opened(
            {
              protocol: socket.protocol ?? '',
              send: async (text) => socket.send(text),
              close,
              onMessage: (listener) => {
                hear = listener;
              },
            },
            connection,
          );
        },
        onMessage(event) {
          hear(String(event.data)).catch((error: unknown) =>
            deps.log.error({ error }, 'a message of a WebSocket failed'),
          );
        },
        onClose(event) {
          clearTimeout(longest);
          connection.leave();
          void closed(event.code, event.reason);
        },
      };
    },
    { protocol: 'graphql-transport-ws' } as never,
  );
  return async (context) => {
    if (context.req.header('upgrade')?.toLowerCase() !== 'websocket')
      throw new SkeinError('BAD_REQUEST', 'This address speaks graphql-transport-ws over a WebSocket.');
    return (await upgrade(context, async () => undefined)) as Response;
  };
}
