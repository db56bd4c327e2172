/** Whether a page of this origin may call the services with the person's credentials. */
export type OriginRule = (origin: string) => boolean | Promise<boolean>;

const allowedHeaders = 'Authorization, Content-Type, Accept, X-Request-Id, X-Api-Key, Idempotency-Key, Last-Event-ID';
const exposedHeaders =
  'X-Request-Id, Retry-After, Content-Disposition, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
/** Seconds for which a browser need not ask again. */
const preflightAge = 600;

/**
 * Answers a call from a page of another origin (Fetch standard, CORS): only origins that the rule names get their credentials
 * accepted, everybody else gets an answer that their browser keeps from them. Our own pages send no foreign origin and pass through.
 * @param answer is told whether a page that is none of ours asks
 */
export async function answerCrossOrigin(
  request: Request,
  allows: OriginRule,
  answer: (isForeign: boolean) => Promise<Response>,
): Promise<Response> {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return answer(false);
  const isAllowed = origin !== 'null' && (await allows(origin));
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
    if (!isAllowed)
      return Response.json(
        { ok: false, message: 'Pages of this origin may not call this service.', code: 'FORBIDDEN' },
        { status: 403, headers: { vary: 'Origin' } },
      );
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(preflightAge),
        vary: 'Origin',
      },
    });
  }
  const response = await answer(!isAllowed && !isSameHost(origin, request));
  response.headers.append('vary', 'Origin');
  if (isAllowed) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-credentials', 'true');
    response.headers.set('access-control-expose-headers', exposedHeaders);
  }
  return response;
}

/** Whether the origin is the host that was asked: behind a proxy that speaks https for us only the protocol differs. */
const isSameHost = (origin: string, request: Request): boolean =>
  URL.canParse(origin) && new URL(origin).host === (request.headers.get('host') ?? '').toLowerCase();
