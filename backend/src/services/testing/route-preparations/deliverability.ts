import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { mailboxesContract } from '@skein/contracts/main/mailboxes.contract';
import { seedsContract } from '@skein/contracts/smart-delivery/seeds.contract';
import { trackingDomainsContract } from '@skein/contracts/main/tracking-domains.contract';
import { warmupContract } from '@skein/contracts/warmup/warmup.contract';
import { idOf, mailTo, type Asked, type Prepared, type Preparations } from './prepared-route';

const password = 'right-password';
/** A mailbox of the sandbox that no password opens. */
const account = 'gina@getnorthlight.test';

/** A mailbox at the sandbox's mail servers, which nobody has connected. */
async function mailboxAt({ services, person }: Asked, name: string): Promise<string> {
  const email = `${name}-${person.workspaceId}@northlight.test`;
  await services.mail.mail.createMailbox({ email, password });
  return email;
}

/** What a person types to connect a mailbox. */
async function logins(asked: Asked, name: string) {
  const email = await mailboxAt(asked, name);
  const { smtp, imap } = asked.services.mail.mail;
  return {
    ...{ from_name: 'Rosa Kessler', from_email: email, username: email, password },
    ...{ smtp_host: smtp.host, smtp_port: smtp.port, smtp_port_type: 'NONE' as const },
    ...{ imap_host: imap.host, imap_port: imap.port, imap_port_type: 'NONE' as const },
  };
}

/** Connects a mailbox as a person does. */
export async function connectedMailbox(asked: Asked, name: string) {
  const body = await logins(asked, name);
  const { mailbox } = await asked.services.asClient(mailboxesContract, asked.person).create({ body });
  return { id: mailbox.id, email: body.from_email };
}

/** Begins to sign in, and allows it on the provider's page. @returns what the redirect back says */
async function allowed({ services, person }: Asked): Promise<{ code: string; state: string }> {
  const { url } = await services.asClient(mailboxSignInContract, person).startSignIn({ body: { type: 'GMAIL' } });
  const answer = await services.signIn.answer(url, account);
  const { searchParams } = new URL(answer.headers.get('location') as string);
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
}

/** A mailbox that is connected by signing in with its provider. */
async function signedIn(asked: Asked): Promise<Prepared> {
  const { mailbox } = await asked.services
    .asClient(mailboxSignInContract, asked.person)
    .finishSignIn({ body: await allowed(asked) });
  return { params: { mailboxId: mailbox.id } };
}

async function seedAt(asked: Asked, name: string) {
  const { host, port } = asked.services.mail.mail.imap;
  return {
    ...{ email: await mailboxAt(asked, name), provider: 'Own', region: 'Europe', password },
    ...{ host, port, security: 'STARTTLS' as const },
  };
}

/** A mailbox whose warmup bounces have blocked. */
async function bounced(asked: Asked): Promise<{ params: { mailboxId: number }; email: string }> {
  const { services, person } = asked;
  const { id, email } = await connectedMailbox(asked, 'blocked');
  await services.asClient(warmupContract, person).switchWarmup({ body: { mailbox_ids: [id], enabled: true } });
  await services.main.test.query(
    `
      insert into warmup_mail (
        workspace_id, from_mailbox_id, from_email, to_email, day, send_at, sent_at, message_id, envelope_id, subject,
          body_text, state, bounced_at
      )
      select $1, $2, $3, 'nobody@company.test', 'd', $4, $4, gen_random_uuid(), 'e', 's', 't', 'SENT', $4
      from generate_series(1, 4)
    `,
    [person.workspaceId, id, email, new Date(services.main.clock.now())],
  );
  return { params: { mailboxId: id }, email };
}

/** The fixture's mailbox tracks under a name of its own. */
async function trackedAt(asked: Asked): Promise<{ domain: string }> {
  const domain = `go-${asked.person.workspaceId}.company.test`;
  await asked.services.asClient(mailboxesContract, asked.person).update({
    params: { mailboxId: idOf(asked.own, 'mailboxId') },
    body: { custom_tracking_domain: domain },
  });
  return { domain };
}

export const deliverabilityPreparations: Preparations = {
  'POST /api/mailboxes': async (asked) => ({ body: await logins(asked, 'new') }),
  'POST /api/mailboxes/test': async (asked) => ({ body: await logins(asked, 'new') }),
  'POST /api/mailboxes/:mailboxId/reconnect': async (asked) => ({
    params: { mailboxId: (await connectedMailbox(asked, 'again')).id },
  }),
  'POST /api/mailbox-sign-in/finish': async (asked) => ({ body: await allowed(asked) }),
  'POST /api/mailbox-sign-in/mailboxes/:mailboxId/revoke': signedIn,
  'POST /api/v1/email-accounts/:mailboxId/disconnect-google': signedIn,
  'POST /api/tracking-domains/check': async (asked) => {
    const named = await trackedAt(asked);
    asked.services.mail.world.publishCname(named.domain, 'localhost');
    return { body: named };
  },
  'POST /api/tracking-domains/sandbox-records': async (asked) => ({ body: await trackedAt(asked) }),
  'POST /api/warmup/mailboxes/:mailboxId/unblock-code': async (asked) => ({ params: (await bounced(asked)).params }),
  'POST /api/warmup/mailboxes/:mailboxId/unblock': async (asked) => {
    const { params, email } = await bounced(asked);
    await asked.services.asClient(warmupContract, asked.person).mailUnblockCode({ params, body: {} });
    return { params, body: { code: /\b\d{6}\b/.exec(await mailTo(asked, email))?.[0] } };
  },
  'POST /api/smart-delivery/seeds': async (asked) => ({ body: await seedAt(asked, 'own-seed') }),
  'POST /api/smart-delivery/seeds/import': async (asked) => ({ body: { seeds: [await seedAt(asked, 'own-seed')] } }),
  'POST /api/smart-delivery/seeds/:placementSeedId/code': async (asked) => {
    const { services, person } = asked;
    const { id } = await services.asClient(seedsContract, person).addOwnSeed({ body: await seedAt(asked, 'own-seed') });
    // Codes are a minute apart.
    await services.main.test.query(
      `update placement_seed set code_mailed_at = code_mailed_at - interval '2 minutes' where id = $1`,
      [id],
    );
    return { params: { placementSeedId: id } };
  },
  'POST /api/smart-delivery/seeds/:placementSeedId/check': async (asked) => {
    const { services, person } = asked;
    const { id } = await services.asClient(seedsContract, person).addOwnSeed({ body: await seedAt(asked, 'own-seed') });
    return { params: { placementSeedId: id } };
  },
  'POST /api/smart-delivery/operator/seeds': async (asked) => ({ body: await seedAt(asked, 'seed') }),
  'POST /api/smart-delivery/operator/seeds/import': async (asked) => ({
    body: { seeds: [await seedAt(asked, 'seed')] },
  }),
  'GET /api/tracking-domains/ask': async (asked) => {
    const named = await trackedAt(asked);
    asked.services.mail.world.publishCname(named.domain, 'localhost');
    await asked.services.asClient(trackingDomainsContract, asked.person).checkTrackingDomain({ body: named });
    return { query: named };
  },
};
