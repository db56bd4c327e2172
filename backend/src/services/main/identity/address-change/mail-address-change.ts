import type { z } from 'zod';
import { createRandomToken } from '#platform/crypto/random-token';
import type { MainDeps } from '#main/deps';
import { displayName } from '../people/user-view';
import { findMailBrand } from '../whitelabel/find-brand';
import { sendSystemMail } from '../system-mail/send-system-mail';
import { addressChangeTakenMail, confirmNewAddressMail, confirmOldAddressMail } from '../system-mail/address-mails';
import { findName, isAddressTaken, renewLink, type AddressLink } from './address-change.store';
import type { mailAddressChangeJob } from './address-change.jobs';

/** Makes both links and mails them. The owner of an address that has an account gets no link, only word of it. */
export async function mailAddressChange(
  deps: MainDeps,
  { workspaceId, userId }: z.output<typeof mailAddressChangeJob.payload>,
): Promise<void> {
  const person = await findName(deps.db, workspaceId, userId);
  if (!person) return;
  // A client sees its agency in every email, and nobody else's link leads there.
  const brand = person.is_client ? await findMailBrand(deps, workspaceId) : null;
  const base = brand?.baseUrl ?? deps.config.publicUrl;
  const now = new Date(deps.realClock.now());
  const make = async (kind: AddressLink) => {
    const token = createRandomToken();
    const email = await deps.db.tenantSql(workspaceId, (sql) =>
      renewLink(workspaceId, sql, userId, { kind, hash: deps.hashSecret(token), now }),
    );
    return email === null ? null : { email, link: `${base}/confirm-address?uuid=${token}` };
  };
  const name = displayName(person);
  const old = await make('address-old');
  if (old) await sendSystemMail(deps, person.email, confirmOldAddressMail(name, old.email, old.link), brand);
  const fresh = await make('address-new');
  if (!fresh) return;
  const isTaken = await deps.db.systemSql((sql) => isAddressTaken(sql, fresh.email));
  await sendSystemMail(
    deps,
    fresh.email,
    isTaken ? addressChangeTakenMail() : confirmNewAddressMail(name, person.email, fresh.link),
    // Who has an account with it may be nobody's client.
    isTaken ? null : brand,
  );
}
