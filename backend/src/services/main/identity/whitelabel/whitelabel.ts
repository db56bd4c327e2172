import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { z } from 'zod';
import { domainOf, isCovered } from '@skein/contracts/brand-proof';
import {
  largestBrandImage,
  largestBrandSide,
  type whitelabelContract,
  type WhitelabelView,
} from '@skein/contracts/main/whitelabel.contract';
import { pictureSizeOf } from '#platform/brand/picture-size';
import { pictureTypeOf } from '#platform/brand/picture-type';
import { createRandomToken } from '#platform/crypto/random-token';
import type { RequestActor } from '#platform/http/request-actor';
import { invalidField, notFound, SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { requireAgencyPlan } from '#access/access.api';
import { addressOfHost } from './find-brand';
import { recordName, recordValue, verifyWhitelabel } from './verify-domain';
import { changeWhitelabel, lockWhitelabel, readWhitelabel, type WhitelabelRecord } from './whitelabel.store';

type Deps = Pick<MainDeps, 'db' | 'files' | 'realClock' | 'resolver' | 'config' | 'sandbox'>;
type Change = z.output<typeof whitelabelContract.endpoints.change.body>;

const load = (deps: Deps, who: RequestActor) =>
  deps.db.tenantSql(who.workspaceId, (sql) => readWhitelabel(who.workspaceId, sql, createRandomToken()));
const save = (deps: Deps, who: RequestActor, change: Partial<WhitelabelRecord>) =>
  deps.db.tenantSql(who.workspaceId, (sql) =>
    changeWhitelabel(who.workspaceId, sql, { change, at: new Date(deps.realClock.now()) }),
  );

function view(deps: Deps, brand: WhitelabelRecord): WhitelabelView {
  const proofOf = (domain: string, verified: Date | null, problem: string | null) => ({
    record_name: recordName(domain),
    record_value: recordValue(brand.token),
    verified_at: verified?.toISOString() ?? null,
    checked_at: brand.domain_checked_at?.toISOString() ?? null,
    problem,
  });
  const picture = (key: string | null) => key && deps.files.signGet(key, { seconds: 3600 });
  return {
    name: brand.name,
    accent: brand.accent,
    accent_dark: brand.accent_dark,
    font: brand.font,
    radius: brand.radius,
    login_text: brand.login_text,
    mail_greeting: brand.mail_greeting,
    mail_footer: brand.mail_footer,
    support_address: brand.support_address,
    logo_url: picture(brand.logo_key),
    logo_type: brand.logo_type,
    favicon_url: picture(brand.favicon_key),
    domain: brand.domain,
    domain_proof: brand.domain === null ? null : proofOf(brand.domain, brand.domain_verified_at, brand.domain_problem),
    target: new URL(deps.config.publicUrl).hostname,
    login_url:
      brand.domain && brand.domain_verified_at
        ? `${addressOfHost(deps.config.publicUrl, brand.domain)}/client-login`
        : null,
    sender_name: brand.sender_name,
    sender_address: brand.sender_address,
    sender_proof:
      brand.sender_address === null
        ? null
        : proofOf(domainOf(brand.sender_address), brand.sender_verified_at, brand.sender_problem),
    is_sandbox: deps.sandbox !== null,
  };
}

export const readBrand = async (deps: Deps, who: RequestActor): Promise<WhitelabelView> =>
  view(deps, await load(deps, who));

/** @throws SkeinError VALIDATION for a host name of ours or of nobody, PLAN_REQUIRED */
export async function changeBrand(deps: Deps, who: RequestActor, change: Change): Promise<WhitelabelView> {
  requireAgencyPlan(who, 'whitelabel');
  if (change.domain) refuseOwnHost(deps, 'domain', change.domain);
  if (change.sender_address) refuseOwnHost(deps, 'sender_address', domainOf(change.sender_address));
  await deps.db.tenantSql(who.workspaceId, async (sql) => {
    await lockWhitelabel(who.workspaceId, sql);
    const before = await readWhitelabel(who.workspaceId, sql, createRandomToken());
    const isNewDomain = change.domain !== undefined && change.domain !== before.domain;
    const isNewSender =
      change.sender_address !== undefined &&
      (change.sender_address === null ||
        before.sender_address === null ||
        domainOf(change.sender_address) !== domainOf(before.sender_address));
    // A sender that was proven by the host name loses its proof with it.
    const losesCover =
      isNewDomain && before.sender_address !== null && isCovered(domainOf(before.sender_address), before.domain);
    await changeWhitelabel(who.workspaceId, sql, {
      change: {
        ...change,
        ...(isNewDomain && { domain_verified_at: null, domain_checked_at: null, domain_problem: null }),
        ...((isNewSender || losesCover) && { sender_verified_at: null, sender_problem: null }),
      },
      at: new Date(deps.realClock.now()),
    });
  });
  return readBrand(deps, who);
}

/** The installation's own names are nobody's; `localhost` is for the sandbox only. */
function refuseOwnHost(deps: Deps, field: string, host: string): void {
  const own = [deps.config.publicUrl, deps.config.trackingUrl].map((url) => new URL(url).hostname);
  if (own.some((name) => host === name || (name !== 'localhost' && host.endsWith(`.${name}`))))
    throw invalidField(field, 'belongs to this installation');
  if (!deps.config.isSandbox && /\.(localhost|test|local|internal|invalid|example)$/.test(host))
    throw invalidField(field, 'is no public name');
}

/** Stores a picture after a look at its bytes. @throws SkeinError UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE, VALIDATION, PLAN_REQUIRED */
export async function putImage(
  deps: Deps,
  who: RequestActor,
  kind: 'logo' | 'favicon',
  body: ReadableStream | null,
): Promise<WhitelabelView> {
  requireAgencyPlan(who, 'whitelabel');
  const bytes = await readBytes(body, largestBrandImage);
  const type = pictureTypeOf(bytes);
  if (type === null || type === 'image/gif')
    throw new SkeinError('UNSUPPORTED_MEDIA', 'Only PNG, JPEG and WebP pictures are accepted.');
  if (kind === 'logo' && type === 'image/webp')
    throw new SkeinError(
      'UNSUPPORTED_MEDIA',
      'Use a PNG or JPEG logo. PDF reports and some email programs show no WebP.',
    );
  refuseHugePicture(kind, bytes);
  const before = await load(deps, who);
  const key = `brand/${who.workspaceId}/${randomUUID()}.${type.slice('image/'.length)}`;
  await deps.files.put(key, Readable.from([bytes]), { type, maximum: largestBrandImage });
  await save(deps, who, { [`${kind}_key`]: key, [`${kind}_type`]: type });
  const old = before[`${kind}_key`];
  if (old) await deps.files.delete(old);
  return readBrand(deps, who);
}

/** A small file can hold a picture that takes gigabytes to draw. */
function refuseHugePicture(kind: 'logo' | 'favicon', bytes: Buffer): void {
  const size = pictureSizeOf(bytes);
  if (!size) throw new SkeinError('UNSUPPORTED_MEDIA', 'This picture is damaged: its size cannot be read.');
  const { width, height } = size;
  if (width > largestBrandSide || height > largestBrandSide)
    throw invalidField(
      kind,
      `has ${width} by ${height} pixels; at most ${largestBrandSide} by ${largestBrandSide} are accepted`,
    );
}

async function readBytes(body: ReadableStream | null, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body ? Readable.fromWeb(body) : []) {
    size += (chunk as Buffer).length;
    if (size > most) throw new SkeinError('PAYLOAD_TOO_LARGE', `The picture is larger than ${most / 1024} KB.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

export async function dropImage(deps: Deps, who: RequestActor, kind: 'logo' | 'favicon'): Promise<WhitelabelView> {
  const key = (await load(deps, who))[`${kind}_key`];
  await save(deps, who, { [`${kind}_key`]: null, [`${kind}_type`]: null });
  if (key) await deps.files.delete(key);
  return readBrand(deps, who);
}

/** @throws SkeinError ILLEGAL_TRANSITION when there is nothing to look up, PLAN_REQUIRED */
export async function verifyBrand(deps: Deps, who: RequestActor): Promise<WhitelabelView> {
  requireAgencyPlan(who, 'whitelabel');
  const brand = await load(deps, who);
  if (brand.domain === null && brand.sender_address === null)
    throw new SkeinError('ILLEGAL_TRANSITION', 'There is no host name and no sender to look up yet.');
  await verifyWhitelabel(deps, brand);
  return readBrand(deps, who);
}

/** What the agency would do at its DNS provider, in the zone of the sandbox. @throws SkeinError NOT_FOUND outside the sandbox */
export async function publishInSandbox(deps: Deps, who: RequestActor): Promise<WhitelabelView> {
  if (deps.sandbox === null) throw notFound('The sandbox');
  const brand = await load(deps, who);
  const domains = [brand.domain, brand.sender_address === null ? null : domainOf(brand.sender_address)].filter(
    (domain) => domain !== null,
  );
  for (const domain of domains) deps.sandbox.publishTxt(recordName(domain), recordValue(brand.token));
  return readBrand(deps, who);
}
