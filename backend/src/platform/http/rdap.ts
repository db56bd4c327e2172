import { z } from 'zod';
import type { AskServer } from './ask-server';

/** Who an address is registered to. */
export interface Registration {
  network: string | null;
  holder: string | null;
  country: string | null;
  range: string | null;
  abuse_email: string | null;
}

const words = z.string().transform((text) => text.replaceAll('\u0000', '').slice(0, 200));
/** jCard (RFC 7095): a name, and a list of [property, parameters, type, value]. */
const card = z.tuple([z.literal('vcard'), z.array(z.array(z.unknown()))]);
interface Entity {
  roles?: string[] | undefined;
  vcardArray?: unknown;
  entities?: Entity[] | undefined;
}
const entity: z.ZodType<Entity> = z.lazy(() =>
  z.object({ roles: z.array(z.string()).optional(), vcardArray: z.unknown(), entities: z.array(entity).optional() }),
);
const network = z.object({
  name: words.nullish(),
  country: words.nullish(),
  startAddress: words.nullish(),
  endAddress: words.nullish(),
  entities: z.array(entity).nullish(),
});

/**
 * The registration of an address (RFC 9082, RFC 9083).
 * @param baseUrl of the registry that the cloud's addresses belong to
 * @returns null when it does not answer
 */
export async function lookUpRegistration(ask: AskServer, ip: string, baseUrl: string): Promise<Registration | null> {
  const answer = await ask({
    method: 'GET',
    url: `${baseUrl}/ip/${ip}`,
    headers: { accept: 'application/rdap+json' },
  }).catch(() => null);
  if (!answer || answer.status !== 200) return null;
  let json: unknown;
  try {
    json = JSON.parse(answer.text);
  } catch {
    return null;
  }
  const found = network.safeParse(json);
  if (!found.success) return null;
  const all = flatten(found.data.entities ?? []);
  const holder = all.find(({ roles }) => roles?.includes('registrant')) ?? all[0];
  const abuse = all.find(({ roles }) => roles?.includes('abuse'));
  const { name, country, startAddress, endAddress } = found.data;
  return {
    network: name ?? null,
    holder: holder ? property(holder, 'fn') : null,
    country: country ?? null,
    range: startAddress && endAddress ? `${startAddress} to ${endAddress}` : null,
    abuse_email: abuse ? property(abuse, 'email') : null,
  };
}

const flatten = (entities: Entity[], depth = 0): Entity[] =>
  depth > 3 ? [] : entities.flatMap((each) => [each, ...flatten(each.entities ?? [], depth + 1)]);

function property(from: Entity, name: string): string | null {
  const parsed = card.safeParse(from.vcardArray);
  const value = parsed.success ? parsed.data[1].find((entry) => entry[0] === name)?.[3] : undefined;
  return typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 200) : null;
}
