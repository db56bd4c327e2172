import { rewriteLinks } from './links';
import { parseTemplate, renderTemplate } from './template';

const sender = { name: 'Rosa Smith & Co', email: 'rosa+out@getnorthlight.test' };
const unsubscribe = { text: 'Stop', url: 'https://t.test/u/abc?x=1&y=2' };

function render(source: string, fields: Record<string, string> = {}): string {
  return renderTemplate(parseTemplate(source), {
    fields,
    sender,
    unsubscribe,
    seed: { campaignId: 1, leadId: 1, stepNumber: 1 },
    mode: 'random',
    clock: { now: 0, zone: 'UTC' },
  }).text;
}

/** The address that a browser opens. */
const opened = (html: string) => rewriteLinks(html, (url) => url).links[0]?.url ?? '';

describe('placeholders of the sender in links', () => {
  it('arrive in a query as they are, encoded like the fields of the lead', () => {
    const html = render(
      '<a href="https://cal.northlight.test/book?host=%sender-email%&name=%sender-name%&lead={{company}}">book</a>',
      { company: sender.name },
    );
    expect(html).toContain(
      'host=rosa%2Bout%40getnorthlight.test&name=Rosa%20Smith%20%26%20Co&lead=Rosa%20Smith%20%26%20Co"',
    );
    const query = new URL(opened(html)).searchParams;
    expect([query.get('host'), query.get('name')]).toEqual([sender.email, sender.name]);
  });

  it.each([
    ['href="https://%sender-domain%/team"', 'https://getnorthlight.test/team'],
    ['href="%sender-domain%"', 'https://getnorthlight.test'],
    ['href="https://a.test/%sender-firstname%/x"', 'https://a.test/Rosa/x'],
    ["href='https://a.test/?u=%unsubscribe-link%'", 'https://a.test/?u=https%3A%2F%2Ft.test%2Fu%2Fabc%3Fx%3D1%26y%3D2'],
    ['href="%unsubscribe-link%"', unsubscribe.url],
    ['href=https://a.test/?n=%sender-lastname%', 'https://a.test/?n=Smith%20%26%20Co'],
  ])('<a %s> opens %s', (attribute, address) => {
    expect(opened(render(`<a ${attribute}>x</a>`))).toBe(address);
  });

  it('keep an address of a mail readable', () => {
    expect(render('<a href="mailto:%sender-email%?subject=%sender-name%">write</a>')).toContain(
      '"mailto:rosa+out@getnorthlight.test?subject=Rosa%20Smith%20%26%20Co"',
    );
  });

  it('are plain words in text and in the value of any other attribute', () => {
    expect(render('<p title="%sender-name%">%sender-name%</p>')).toBe(
      '<p title="Rosa Smith &amp; Co">Rosa Smith &amp; Co</p>',
    );
  });
});
