import type { WorkspaceId } from '@skein/contracts/ids';
import { isProvenAddress } from '@skein/contracts/brand-proof';
import { ownLook } from '@skein/contracts/brand-theme';
import { readHost, type HostBrand } from '#platform/brand/host-brand';
import type { SqlClient } from '#platform/db/database';
import type { PageLook } from '#platform/http/small-page';
import type { StoredFile } from '#platform/storage/disk-store';
import type { MainDeps } from '#main/deps';
import { findLook, findLookOfEmail } from './page-look.store';
import { findByHost, findWhitelabel, type WhitelabelRecord } from './whitelabel.store';

type BrandDeps = Pick<MainDeps, 'db' | 'config'>;

/** The brand of a Host header: null for our own host names, for numbers, and for names that nobody has proven. */
async function findRecord(deps: BrandDeps, header: string | undefined): Promise<WhitelabelRecord | null> {
  const host = readHost(header);
  if (host === null || host === new URL(deps.config.publicUrl).hostname) return null;
  return findByHost(deps.db, host);
}

/** What a page at this host shows instead of ours. */
export async function findHostBrand(deps: BrandDeps, header: string | undefined): Promise<HostBrand | null> {
  const brand = await findRecord(deps, header);
  return (
    brand && {
      name: brand.name ?? (brand.domain as string),
      accent: brand.accent ?? ownLook.accent,
      accentDark: brand.accent_dark,
      font: brand.font,
      radius: brand.radius,
      text: brand.login_text,
      version: brand.updated_at.getTime().toString(36),
      hasLogo: brand.logo_key !== null,
      hasFavicon: brand.favicon_key !== null,
    }
  );
}

/** A picture of the brand of this host; null when there is none. */
export async function findBrandImage(
  deps: BrandDeps & Pick<MainDeps, 'files'>,
  header: string | undefined,
  kind: 'logo' | 'favicon',
): Promise<StoredFile | null> {
  const key = (await findRecord(deps, header))?.[`${kind}_key`];
  return key ? deps.files.get(key) : null;
}

/** The workspace whose people log in at this host; null where everybody does. */
export const workspaceOfHost = async (deps: BrandDeps, header: string | undefined): Promise<number | null> =>
  (await findRecord(deps, header))?.workspace_id ?? null;

/** Where a proven host name is reached: with the protocol and the port of the installation. */
export function addressOfHost(publicUrl: string, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

/** How pages behind the links of a workspace's own mails look; null for the product's look. */
export const readPageLook = (deps: Pick<BrandDeps, 'db'>, workspaceId: WorkspaceId): Promise<PageLook | null> =>
  deps.db.tenantSql(workspaceId, (sql) => findLook(workspaceId, sql));

/** The same behind the links of a campaign email, inside the caller's transaction. */
export const lookOfEmail = (sql: SqlClient, intentId: bigint): Promise<PageLook | null> =>
  findLookOfEmail(sql, intentId);

/** The same behind the links of a workspace's test email. */
export const lookOfWorkspace = (sql: SqlClient, workspaceId: WorkspaceId): Promise<PageLook | null> =>
  findLook(workspaceId, sql);

/** How a mail of the product to somebody of this workspace looks. */
export interface MailBrand {
  name: string;
  look: PageLook;
  from: { name: string; address: string | null };
  baseUrl: string;
  host: string;
  /** With `{{name}}` for the recipient's name; null: the product's own. */
  greeting: string | null;
  footer: string | null;
  /** Who reads the answers to such a mail. */
  supportAddress: string | null;
  /** Reads the logo, unless its file is larger than so many bytes. */
  readLogo: (most?: number) => Promise<BrandPicture | null>;
}

interface BrandPicture {
  type: string;
  bytes: Uint8Array;
}

/** The brand for mails of a workspace; null before its host name is proven. */
export async function findMailBrand(
  deps: BrandDeps & Pick<MainDeps, 'files'>,
  workspaceId: WorkspaceId,
): Promise<MailBrand | null> {
  const brand = await findWhitelabel(deps.db, workspaceId);
  if (!brand?.domain || brand.domain_verified_at === null) return null;
  const name = brand.name ?? brand.domain;
  // A sender that is not proven would fail at the receivers, and could be anybody's.
  const sender = brand.sender_verified_at === null ? null : brand.sender_address;
  const support = brand.support_address;
  return {
    name,
    look: {
      accent: brand.accent ?? ownLook.accent,
      accentDark: brand.accent_dark,
      font: brand.font,
      radius: brand.radius,
    },
    host: brand.domain,
    baseUrl: addressOfHost(deps.config.publicUrl, brand.domain),
    from: { name: brand.sender_name ?? name, address: sender },
    // Without a proven sender the mail leaves from our own address: nobody else's words stand in it.
    greeting: sender && brand.mail_greeting,
    footer: sender && brand.mail_footer,
    supportAddress: support && isProvenAddress(support, { host: brand.domain, sender }) ? support : null,
    readLogo: (most) => readPicture(deps, brand, most),
  };
}

/** The agency's logo; null without one, and when its file cannot be read now: what it stands on is more than its logo. */
async function readPicture(
  deps: Pick<MainDeps, 'files'>,
  { logo_key: key, logo_type: type }: WhitelabelRecord,
  most = Infinity,
): Promise<BrandPicture | null> {
  if (!key || !type) return null;
  try {
    const { stream, size } = await deps.files.get(key);
    if (size > most) {
      stream.destroy();
      return null;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return { type, bytes: new Uint8Array(Buffer.concat(chunks)) };
  } catch {
    return null;
  }
}
