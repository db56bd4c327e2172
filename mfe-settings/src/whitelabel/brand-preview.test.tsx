import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mailboxSignInContract } from '@skein/contracts/main/mailbox-sign-in.contract';
import { whitelabelContract, type WhitelabelView } from '@skein/contracts/main/whitelabel.contract';
import { person } from '@skein/testing/person';
import { productServer } from '@skein/testing/product-server';
import { renderPage } from '@skein/testing/render-page';
import { SettingsArea } from '../settings-area';

const brand: WhitelabelView = {
  name: 'Bright',
  accent: '#0b6e4f',
  accent_dark: null,
  font: 'serif',
  radius: 'sharp',
  login_text: 'Your pipeline, by Bright.',
  mail_greeting: 'Dear {{name}},',
  mail_footer: 'Bright Ltd\nMill Lane 4, York',
  support_address: 'help@bright.test',
  logo_url: 'https://files.test/logo.png',
  logo_type: 'image/png',
  favicon_url: 'https://files.test/favicon.png',
  domain: null,
  domain_proof: null,
  target: 'app.skein.io',
  login_url: null,
  sender_name: 'Bright Team',
  sender_address: null,
  sender_proof: null,
  is_sandbox: false,
};

async function open(read: WhitelabelView = brand) {
  const server = productServer()
    .answer(whitelabelContract, 'read', read)
    .answer(mailboxSignInContract, 'listConsentClients', {
      clients: [],
      redirect_uri: 'https://app.skein.io/back',
      trial: null,
    })
    .answer(whitelabelContract, 'change', ({ body }) => ({ ...brand, ...body }));
  await renderPage(SettingsArea, { address: '/app/settings/whitelabelled-client', server, as: person() });
  await screen.findByDisplayValue('Bright');
  return server;
}
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name, { exact: true }), { target: { value } });
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const documentOf = (title: string) => screen.getByTitle(title).getAttribute('srcdoc') ?? '';

describe('previews, before anything is saved', () => {
  it('shows the login page in its browser tab, with logo, favicon and text', async () => {
    await open();
    const preview = screen.getByRole('group', { name: 'Preview of the login page' });
    expect(within(preview).getByText('Your pipeline, by Bright.')).toBeTruthy();
    expect(preview.querySelectorAll('img')).toHaveLength(2);
    write('Name', 'Brighter');
    expect(within(preview).getAllByText('Brighter')).toHaveLength(2);
  });

  it('shows an email with everything that the agency writes, in both themes', async () => {
    await open();
    choose('Email');
    write('Accent colour in dark theme', '#8fe3c0');
    write('Email footer', 'Bright Ltd, Leeds <b>');
    write('Sender name', 'Team Bright');
    const light = documentOf('Preview of an email');
    for (const part of [
      ...['Dear Ada,', 'Bright Ltd, Leeds &#60;b&#62;', 'help@bright.test', 'https://files.test/logo.png'],
      ...['background:#0b6e4f', 'border-radius:2px', 'Charter'],
    ])
      expect(light).toContain(part);
    expect(light).not.toMatch(/skein/i);
    // A picture with a name: its links lead nowhere, and the keyboard passes it by.
    const frame = screen.getByTitle('Preview of an email');
    expect([frame.hasAttribute('inert'), frame.tabIndex]).toEqual([true, -1]);
    expect(frame.parentElement?.getAttribute('aria-label')).toBe('Preview of an email');
    expect(screen.getByText('From Team Bright')).toBeTruthy();
    choose('Dark');
    const dark = documentOf('Preview of an email');
    expect(dark).toContain('background:#161618');
    expect(dark).not.toContain('background:#0b6e4f');
  });

  it('shows the unsubscribe page in both themes, without a name', async () => {
    await open();
    choose('Unsubscribe');
    const light = documentOf('Preview of the unsubscribe page');
    expect(light).toContain('background:#0b6e4f');
    expect(light).not.toMatch(/bright|skein|prefers-color-scheme/i);
    choose('Dark');
    expect(documentOf('Preview of the unsubscribe page')).toContain('main{background:#161618');
  });

  it('shows a report on white paper in both themes', async () => {
    await open();
    choose('Report');
    const preview = screen.getByRole('group', { name: 'Preview of a report' });
    expect(within(preview).getByText('Weekly report')).toBeTruthy();
    const desk = () => preview.querySelector('[data-theme]');
    expect(desk()?.getAttribute('data-theme')).toBe('light');
    choose('Dark');
    expect(desk()?.getAttribute('data-theme')).toBe('dark');
    expect((desk()?.firstElementChild as HTMLElement).style.getPropertyValue('--preview')).toBe('#0b6e4f');
  });
});

it('refuses a colour that cannot be read, per theme, and takes the one it offers', async () => {
  const server = await open();
  write('Accent colour', '#ffcc00');
  write('Accent colour in dark theme', '#222222');
  save();
  const errors = [
    await screen.findByText(/^Accent colour has a contrast of 1[.]\d to 1 in the light theme/),
    await screen.findByText(/^Accent colour in dark theme has a contrast of 1[.]\d to 1 in the dark theme/),
  ];
  expect(server.calls(whitelabelContract, 'change')).toEqual([]);
  const offered = errors.map((error) => / (#[0-9a-f]{6}) passes[.]$/.exec(error.textContent ?? '')?.[1] as string);
  for (const colour of offered) fireEvent.click(screen.getByRole('button', { name: `Take ${colour}` }));
  save();
  await waitFor(() =>
    expect(server.calls(whitelabelContract, 'change')[0]?.body).toEqual({
      accent: offered[0],
      accent_dark: offered[1],
    }),
  );
});

it('saves a field although another holds a stored value that a newer rule refuses', async () => {
  const server = await open({ ...brand, accent: '#ffcc00', accent_dark: '#222222', name: 'Bright' });
  write('Login page text', 'Welcome.');
  save();
  await waitFor(() => expect(server.calls(whitelabelContract, 'change')[0]?.body).toEqual({ login_text: 'Welcome.' }));
  // Changed and refused, it is no longer the stored one.
  write('Accent colour', '#ffcc01');
  save();
  await screen.findByText(/^Accent colour has a contrast of/);
});

it('says what takes effect once host name or sender is proven, and what a WebP logo misses', async () => {
  await open({ ...brand, logo_type: 'image/webp' });
  choose('Email');
  expect(documentOf('Preview of an email')).not.toContain('logo.png');
  screen.getByText('Takes effect once a host name or sender address of its domain is proven.');
  screen.getByText(/^Below every email to a client, .* Used once the sender address is proven[.]$/);
  screen.getByText('Emails and PDF reports leave this WebP logo out. Replace it with a PNG or JPEG.');
  screen.getByText(/2000 by 2000 pixels and 512 KB at most[.] Emails carry it up to 100 KB[.]$/);
});

it('says nothing of proofs where they are there', async () => {
  const proof = { record_name: 'r', record_value: 'v', verified_at: '2026-11-01T00:00:00.000Z', checked_at: null };
  await open({
    ...brand,
    sender_address: 'hello@bright.test',
    sender_proof: { ...proof, problem: null },
  });
  screen.getByText('Clients’ questions and replies go here.');
  expect(screen.queryByText(/Takes effect once|Used once the sender/)).toBeNull();
  write('Support address', 'help@other.test');
  screen.getByText('Takes effect once a host name or sender address of its domain is proven.');
});

it('saves the texts of emails, and nothing where a field is emptied', async () => {
  const server = await open();
  write('Email greeting', 'Hi {{name}},');
  write('Email footer', '');
  save();
  await waitFor(() =>
    expect(server.calls(whitelabelContract, 'change')[0]?.body).toEqual({
      mail_greeting: 'Hi {{name}},',
      mail_footer: null,
    }),
  );
  write('Email greeting', 'Hi {{first_name}},');
  save();
  await screen.findByText('Email greeting knows one variable, {{name}}, once.');
});
