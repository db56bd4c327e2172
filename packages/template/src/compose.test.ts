import { composeMail, parseStep, type ComposeInput } from './compose';
import { findCopyHints } from './copy-hints';
import { htmlToPlainText } from './plain-text';

const BASE: Omit<ComposeInput, 'subject' | 'body'> = {
  fields: { first_name: 'Ada' },
  sender: { name: 'Grace Hopper', email: 'grace@sender.test', signatureHtml: '<p>Grace<br>Hopper</p>' },
  seed: { campaignId: 1, leadId: 2, stepNumber: 1 },
  mode: 'random',
  clock: { now: 0, zone: 'UTC' },
  thread: null,
  unsubscribe: {
    text: 'Not for you? Stop here',
    url: 'https://t.test/u/abc',
    addHeader: true,
    mailto: 'u+abc@sender.test',
  },
  tracking: null,
  plainTextOnly: false,
};

const compose = (step: { subject: string; body: string }, change: Partial<ComposeInput> = {}) =>
  composeMail({ ...BASE, ...parseStep(step), ...change });
const BODY =
  '<p>Hi {{first_name}},</p><p>See <a class=x href="https://acme.test/?a=1&amp;b=2">this</a> or <a href=https://b.test>that</a>, <a href="mailto:a@b.test">mail</a></p>%signature%';

describe('composing a mail', () => {
  it('previews the very bytes that are sent', () => {
    const step = { subject: '{A|B} for {{first_name}}', body: BODY };
    const preview = compose(step);
    const untracked = compose(step, { tracking: { trackLink: (url) => url } });
    expect(untracked.html).toBe(preview.html);
    const sent = compose(step, {
      tracking: { trackLink: (url, index) => `https://t.test/c/${index}`, openPixelUrl: 'https://t.test/o/1.gif' },
    });
    expect({ subject: sent.subject, text: sent.text, headers: sent.headers, links: sent.links }).toEqual({
      subject: preview.subject,
      text: preview.text,
      headers: preview.headers,
      links: preview.links,
    });
    const restored = sent
      .html!.replace(/<img src="https:\/\/t.test\/o[^>]*>/, '')
      .replace('"https://t.test/c/0"', '"https://acme.test/?a=1&amp;b=2"')
      .replace('"https://t.test/c/1"', 'https://b.test');
    expect(restored).toBe(preview.html);
  });

  it('tracks http links only, once each, and never the unsubscribe link', () => {
    const seen: string[] = [];
    const mail = compose(
      { subject: 'S', body: `${BODY}<p>%unsubscribe-text%</p>` },
      { tracking: { trackLink: (url, index) => (seen.push(url), `https://t.test/c/${index}`) } },
    );
    expect(seen).toEqual(['https://acme.test/?a=1&b=2', 'https://b.test']);
    expect(mail.html).toContain('<a class=x href="https://t.test/c/0">');
    expect(mail.html).toContain('<a href="https://t.test/u/abc">Not for you? Stop here</a>');
    expect(mail.html!.match(/t\.test\/u\/abc/g)).toHaveLength(1);
  });

  it('puts the pixel and the unsubscribe text inside a full document', () => {
    const mail = compose(
      { subject: 'S', body: '<html><body><p>x</p></body></html>' },
      { tracking: { openPixelUrl: 'https://t.test/o/1.gif' } },
    );
    expect(mail.html).toMatch(
      /<p>x<\/p><br><br><a href="https:\/\/t\.test\/u\/abc">[^<]*<\/a><img [^>]*><\/body><\/html>$/,
    );
  });

  it('offers to unsubscribe in plain text too, and in the headers of RFC 2369 and RFC 8058', () => {
    const mail = compose(
      { subject: 'S', body: '<p>x</p>' },
      { plainTextOnly: true, tracking: { trackLink: () => 'https://never.test', openPixelUrl: 'https://never.test' } },
    );
    expect(mail.html).toBeNull();
    expect(mail.text).toBe('x\n\nNot for you? Stop here: https://t.test/u/abc');
    expect(mail.headers).toEqual([
      { name: 'List-Unsubscribe', value: '<https://t.test/u/abc>, <mailto:u+abc@sender.test>' },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ]);
    expect(compose({ subject: 'S', body: 'x' }, { unsubscribe: null }).headers).toEqual([]);
  });

  it('continues the thread when the subject is empty, begins a new one otherwise', () => {
    const thread = { firstSubject: 'Hello\r\nBcc: x@y.test', messageIds: ['<1@a.test>', '2@a.test', 'bad id\r\nX: y'] };
    const reply = compose({ subject: ' ', body: 'x' }, { thread, unsubscribe: null });
    expect(reply).toMatchObject({ subject: 'Re: Hello Bcc: x@y.test', isThreadReply: true });
    expect(reply.headers).toEqual([
      { name: 'In-Reply-To', value: '<2@a.test>' },
      { name: 'References', value: '<1@a.test> <2@a.test>' },
    ]);
    expect(compose({ subject: '', body: 'x' }, { thread: { ...thread, firstSubject: 'RE: a' } }).subject).toBe('RE: a');
    expect(compose({ subject: 'New', body: 'x' }, { thread, unsubscribe: null })).toMatchObject({
      subject: 'New',
      isThreadReply: false,
      headers: [],
    });
  });

  it('turns a body without markup into HTML, escaped, lines kept', () => {
    const mail = compose({ subject: 'S', body: 'Hi {{first_name}} <3\n\nBye & so' }, { unsubscribe: null });
    expect(mail.html).toBe('Hi Ada &lt;3<br>\n<br>\nBye &amp; so');
    expect(mail.text).toBe('Hi Ada <3\n\nBye & so');
  });

  it('reports what is missing in subject and body', () => {
    expect(compose({ subject: '{{a}}', body: '<p>{{b}} {{a}}</p>' }).missing.map((value) => value.name)).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('plain text of HTML', () => {
  it('keeps paragraphs, lists, links and entities; leaves out what is hidden', () => {
    const html =
      '<html><head><title>t</title><style>p{}</style></head><body><h1>Hello&nbsp;you</h1><p>One<br>two  three &amp; <b>four</b>.</p><ul><li>a</li><li>b</li></ul>' +
      '<p><a href="https://x.test/a">read</a> <a href="https://y.test">y.test</a></p><script>x</script><!-- c --><table><tr><td>1</td><td>2</td></tr></table></body></html>';
    expect(htmlToPlainText(html)).toBe(
      'Hello you\n\nOne\ntwo three & four.\n\n- a\n- b\n\nread (https://x.test/a) y.test\n\n1 2',
    );
  });

  it.each([
    ['lines in boxes', '<div>a</div><div><br></div><div>b</div><div>c</div>', 'a\n\nb\nc'],
    ['breaks', '<p>a<br></p><p>b<br><br>c</p>', 'a\n\nb\n\nc'],
    ['a paragraph that shows nothing', '<p>a</p><p></p><p>b</p>', 'a\n\nb'],
    ['an empty paragraph between two', '<p>a</p><p><br></p><p>b</p>', 'a\n\n\n\nb'],
    ['a break between paragraphs', '<p>a</p><br><p>b</p>', 'a\n\n\n\nb'],
  ])('sends as many empty lines as mail programs show: %s', (_, body, text) => {
    expect(compose({ subject: 'S', body }, { unsubscribe: null }).text).toBe(text);
    expect(htmlToPlainText(body)).toBe(text.replace(/\n{3,}/g, '\n\n'));
  });

  it('keeps preformatted text and long documents whole', () => {
    expect(htmlToPlainText('<pre>a\n  b</pre>')).toBe('a\n  b');
    const long = htmlToPlainText(Array.from({ length: 3_000 }, (_, index) => `<p>line ${index}</p>`).join(''));
    expect(long.split('\n\n')).toHaveLength(3_000);
  });
});

it('gives hints about copy that filters dislike', () => {
  const codes = findCopyHints({
    subject: 'ACT NOW',
    html: '<p>Click here for free!!!! <a href="http://bit.ly/x">a</a></p><script></script>',
    text: '',
    isThreadReply: false,
  }).map((hint) => hint.code);
  expect(codes).toEqual(
    expect.arrayContaining([
      'spam_words',
      'subject_shouting',
      'many_exclamations',
      'short_link',
      'insecure_link',
      'active_content',
      'body_short',
    ]),
  );
  const links = findCopyHints({
    subject: 's',
    html: '<p><a href="https://evil.test/x">www.acme.com/offer</a> <a href="https://go.acme.com">acme.com</a> <a href="http://192.0.2.7/x">our page</a><img src="https://acme.com/a.png"></p>',
    text: '',
    isThreadReply: true,
  });
  expect(links.find((hint) => hint.code === 'link_mismatch')?.found).toEqual(['www.acme.com → evil.test']);
  expect(links.map((hint) => hint.code)).toEqual(
    expect.arrayContaining(['number_link', 'picture_only', 'insecure_link']),
  );
  const fine = {
    subject: 'Question about Acme',
    html: `<p>${'A calm sentence about your work. '.repeat(8)}</p>`,
    text: '',
    isThreadReply: false,
  };
  expect(findCopyHints(fine)).toEqual([]);
});
