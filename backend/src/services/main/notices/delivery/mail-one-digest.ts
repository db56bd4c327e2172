import type { z } from 'zod';
import type { MainDeps } from '#main/deps';
import { findAddressee, sendSystemMail } from '#identity/identity.api';
import { digestMail } from './notice-mail';
import type { mailDigest } from './notices.jobs';

/** Sends one digest, unless nobody has the address any more; a client's carries the face of its agency. */
export async function mailOneDigest(
  deps: Pick<MainDeps, 'db' | 'config' | 'files'>,
  { workspaceId, email, isClient, period, count, lines }: z.output<typeof mailDigest.payload>,
): Promise<void> {
  const addressee = await findAddressee(deps, workspaceId, email, isClient);
  if (!addressee) return;
  const { brand, base, greeting } = addressee;
  const linked = lines.map((line) => ({ ...line, link: line.href && `${base}${line.href}` }));
  await sendSystemMail(
    deps,
    email,
    {
      ...digestMail({
        ...{ period, count, base },
        lines: linked,
        product: brand?.name ?? (isClient ? 'your campaigns' : 'Skein'),
      }),
      ...greeting,
    },
    brand,
  );
}
