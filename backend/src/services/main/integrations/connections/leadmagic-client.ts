import { z } from 'zod';
import { askVendor, IntegrationError, jsonOf, type IntegrationAccess } from '#platform/integrations/integration-access';

const base = 'https://api.leadmagic.io/v1';
const credits = z.object({ credits: z.number() });
const validation = z.object({ email_status: z.string(), credits_consumed: z.number().default(0) });
const found = z.object({ email: z.string().nullish(), credits_consumed: z.number().default(0) });
const profile = z.object({ professional_title: z.string().nullish(), credits_consumed: z.number().default(0) });

type Access = Pick<IntegrationAccess, 'ask'>;

/** LeadMagic's published API, version 1 (https://leadmagic.io/docs): the key in X-API-Key. @throws IntegrationError */
async function ask(access: Access, key: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await askVendor(access.ask, 'LeadMagic', {
    method: body === undefined ? 'GET' : 'POST',
    url: base + path,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const more = { status: answer.status, retryAfter: answer.retryAfter, answer: answer.text.slice(0, 500) };
  if (answer.status === 401 || answer.status === 403)
    throw new IntegrationError(
      'AUTH',
      String(answer.status),
      'LeadMagic doesn’t accept this API key. Connect it again with a new key.',
      more,
    );
  if (answer.status === 402)
    throw new IntegrationError(
      'CONFIG',
      'out_of_credits',
      'LeadMagic is out of credits. Buy some there, or verify with Skein.',
      more,
    );
  if (answer.status === 429)
    throw new IntegrationError('RATE', '429', 'LeadMagic asks to wait.', {
      ...more,
      retryAfter: answer.retryAfter ?? 60,
    });
  if (answer.status >= 500)
    throw new IntegrationError('LATER', String(answer.status), `LeadMagic answered ${answer.status}.`, more);
  if (answer.status >= 300 && answer.status !== 404)
    throw new IntegrationError('REFUSED', String(answer.status), `LeadMagic answered ${answer.status}.`, more);
  return jsonOf(answer);
}

const unreadable = () => new IntegrationError('LATER', 'unreadable', 'LeadMagic’s answer could not be read.');
const read = <T extends z.ZodType>(schema: T, data: unknown): z.output<T> => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw unreadable();
  return parsed.data;
};

/** Credits that the account has left. */
export const leadMagicCredits = async (access: Access, key: string): Promise<number> =>
  read(credits, await ask(access, key, '/credits')).credits;

export const validateEmail = async (access: Access, key: string, email: string) =>
  read(validation, await ask(access, key, '/people/email-validation', { email }));

export const findEmail = async (
  access: Access,
  key: string,
  person: { first_name: string; last_name: string; domain: string },
) => read(found, await ask(access, key, '/people/email-finder', person));

export const searchProfile = async (access: Access, key: string, profileUrl: string) =>
  read(profile, await ask(access, key, '/people/profile-search', { profile_url: profileUrl }));
