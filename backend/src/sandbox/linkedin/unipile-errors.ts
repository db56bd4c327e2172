import type { Context } from 'hono';

/** Unipile's own words for what it refuses. */
const refusals = {
  missing_credentials: [401, 'Missing credentials', 'Some credentials are necessary to perform the request.'],
  disconnected_account: [
    401,
    'Disconnected account',
    'The account appears to be disconnected from the provider service.',
  ],
  account_restricted: [403, 'Account restricted', 'Access to this account has been restricted by the provider.'],
  invalid_parameters: [400, 'Invalid parameters', 'One or more request parameters are invalid or missing.'],
  too_many_characters: [400, 'Too many characters', 'The provided content exceeds the character limit.'],
  account_not_found: [404, 'Resource not found.', 'The requested resource were not found. Account not found'],
  user_not_found: [404, 'Resource not found.', 'The requested resource were not found. User not found'],
  resource_not_found: [404, 'Resource not found.', 'The requested resource were not found.'],
  attendee_not_found: [404, 'Resource not found.', 'The requested resource were not found. Attendee not found'],
  invalid_recipient: [422, 'Recipient cannot be reached', 'The recipient ID does not match the account.'],
  no_connection_with_recipient: [
    422,
    'Recipient cannot be reached',
    'The recipient appears not to be first degree connection.',
  ],
  already_invited_recently: [
    422,
    'Should delay new invitation to this recipient',
    'An invitation has already been sent recently to this recipient.',
  ],
  already_connected: [422, 'Already connected', 'The recipient is a first degree connection already.'],
  cannot_resend_yet: [
    422,
    'Temporary provider limit',
    'You have reached a temporary provider limit. Please try again later.',
  ],
  limit_exceeded: [422, 'Limit exceeded', 'You have reached a limit of the provider for this action.'],
  insufficient_credits: [422, 'Insufficient credits', 'The account has not enough credits to perform this action.'],
  unprocessable_entity: [422, 'Unprocessable entity', 'The request could not be processed.'],
} as const;

const kinds: Partial<Record<keyof typeof refusals, string>> = {
  account_not_found: 'resource_not_found',
  user_not_found: 'resource_not_found',
  attendee_not_found: 'resource_not_found',
};

export function refuse(context: Context, kind: keyof typeof refusals): Response {
  const [status, title, detail] = refusals[kind];
  return context.json({ object: 'Error', status, type: `errors/${kinds[kind] ?? kind}`, title, detail }, status);
}
