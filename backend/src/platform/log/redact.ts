/** Field names whose values are never logged. */
const SECRET_FIELD =
  /pass(?:word|phrase|wd)|secret|token|authorization|cookie|api[-_]?key|credential|private[-_]?key|master[-_]?key|signature|otp|^key$|^auth$/i;

/** In addresses the domain stays, because it is what an operator needs; the person does not. */
const EMAIL_ADDRESS = /(?<![a-z0-9._%+'-])([._%+'-]*[a-z0-9])[a-z0-9._%+'-]*@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;
const URL_PASSWORD = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s:@]*:[^/\s@]+@/gi;
const SECRET_PARAMETER = /([?&](?:api_key|token|signature|secret|code|key|otp|uuid)=)[^&\s"']+/gi;
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/g;
const JSON_WEB_TOKEN = /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g;

/** Longer texts (mail bodies, say) do not belong into a log. */
const MAXIMUM_TEXT = 4000;
const MAXIMUM_DEPTH = 6;
const MAXIMUM_ITEMS = 50;

/** A text without passwords in URLs, tokens and the persons of e-mail addresses. */
export function redactText(text: string): string {
  const bounded = text.length > MAXIMUM_TEXT ? `${text.slice(0, MAXIMUM_TEXT)}… (${text.length} characters)` : text;
  return bounded
    .replace(URL_PASSWORD, '$1[secret]@')
    .replace(SECRET_PARAMETER, '$1[secret]')
    .replace(BEARER, '$1 [secret]')
    .replace(JSON_WEB_TOKEN, '[secret]')
    .replace(EMAIL_ADDRESS, '$1***@$2');
}

/** A copy of anything that may be logged: secrets gone by field name, texts through `redactText`, depth and length bounded. */
export function redactValue(value: unknown, depth = 0, seen: Set<object> = new Set()): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '[function]' : value;
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= MAXIMUM_DEPTH || seen.has(value)) return '[…]';
  seen.add(value);
  try {
    if (value instanceof Error) return redactError(value, depth, seen);
    if (Array.isArray(value)) {
      const items = value.slice(0, MAXIMUM_ITEMS).map((item) => redactValue(item, depth + 1, seen));
      return value.length > MAXIMUM_ITEMS ? [...items, `… ${value.length - MAXIMUM_ITEMS} more`] : items;
    }
    const copy: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      copy[name] =
        SECRET_FIELD.test(name) && item !== null && item !== undefined
          ? '[secret]'
          : redactValue(item, depth + 1, seen);
    }
    return copy;
  } finally {
    seen.delete(value);
  }
}

function redactError(error: Error, depth: number, seen: Set<object>): Record<string, unknown> {
  const { name, message, stack, cause, ...fields } = error as Error & Record<string, unknown>;
  // Drivers hang whole connections on their errors; only plain facts such as `code` are worth a line.
  const facts = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && !['object', 'function'].includes(typeof value)),
  );
  return {
    ...(redactValue(facts, depth + 1, seen) as object),
    type: name,
    message: redactText(message),
    ...(stack ? { stack: redactText(stack) } : {}),
    ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1, seen) }),
  };
}
