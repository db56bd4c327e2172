import { randomBytes } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { OAuthApp } from '#platform/integrations/integration-access';
import type { Contact, Engagement } from './hubspot-seed';
import { escapeHtml } from '@skein/contracts/escape-html';
import { standInPage, standInPolicy } from './stand-in-page';

/** What people see of the stand-in: the consent, the contacts, and the timeline of each. */
export function addPages(
  app: Hono,
  given: { client: OAuthApp; codes: Map<string, string>; contacts: Map<string, Contact>; engagements: Engagement[] },
): void {
  const { client, codes, contacts, engagements } = given;
  const page = (context: Context, title: string, content: string) => {
    const nonce = randomBytes(16).toString('base64');
    return context.html(standInPage('HubSpot', nonce, title, content), 200, standInPolicy(nonce));
  };
  app.get('/oauth/authorize', (context) => {
    const { client_id: id, redirect_uri: redirect = '', state = '' } = context.req.query();
    if (id !== client.clientId || !URL.canParse(redirect)) return context.text('invalid client_id', 400);
    const back = (extra: Record<string, string>) => {
      const url = new URL(redirect);
      for (const [name, value] of Object.entries({ ...extra, state })) url.searchParams.set(name, value);
      return escapeHtml(url.href);
    };
    const code = randomBytes(12).toString('hex');
    codes.set(code, redirect);
    return page(
      context,
      'Connect Skein to northlight-growth?',
      `<article><p>Skein will be able to read and change contacts, and to read lists, owners and properties.</p><a class="button main" href="${back({ code })}">Connect app</a><a class="button" href="${back({ error: 'access_denied' })}">Cancel</a></article>`,
    );
  });
  app.get('/', (context) =>
    page(
      context,
      `${contacts.size} contacts`,
      `<table><thead><tr><th>Contact</th><th>Lead status</th><th>Activities</th></tr></thead><tbody>${[...contacts.values()].map((contact) => `<tr><td><a href="./contacts/${contact.id}">${escapeHtml(contact.properties['email'] ?? contact.id)}</a></td><td>${escapeHtml(contact.properties['hs_lead_status'] ?? '')}</td><td>${engagements.filter((one) => one.contact === contact.id).length}</td></tr>`).join('')}</tbody></table>`,
    ),
  );
  app.get('/contacts/:id', (context) => {
    const contact = contacts.get(context.req.param('id'));
    if (!contact) return page(context, 'There is no such contact', '');
    const button = (action: string, label: string) =>
      `<form method="post" action="./${contact.id}/${action}"><button>${label}</button></form>`;
    return page(
      context,
      contact.properties['email'] ?? contact.id,
      `<table>${Object.entries(contact.properties)
        .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
        .join(
          '',
        )}</table>${button('customer', 'Set lifecycle stage to Customer')}${button('owner', 'Change owner')}${button('delete', 'Delete')}<h2>Activities</h2>${
        engagements
          .filter((one) => one.contact === contact.id)
          .map(
            (one) =>
              `<article><p class="soft">${one.kind}, ${escapeHtml(one.properties['hs_timestamp'] ?? '')}</p><p>${escapeHtml(one.properties['hs_email_subject'] ?? one.properties['hs_meeting_title'] ?? '')}</p><blockquote>${escapeHtml((one.properties['hs_email_text'] ?? one.properties['hs_note_body'] ?? '').slice(0, 600))}</blockquote></article>`,
          )
          .join('') || '<p class="soft">None yet.</p>'
      }`,
    );
  });
}
