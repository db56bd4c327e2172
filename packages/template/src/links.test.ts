import { composeMail, parseStep } from './compose';
import { decodeAttribute, decodeEntities } from './escape';
import { insertAtEnd, rewriteLinks } from './links';
import { htmlToPlainText } from './plain-text';

const addressesIn = (html: string) => rewriteLinks(html, (url) => url).links.map((link) => link.url);

describe('the addresses of links', () => {
  it('keep parameters that are named like a character reference, as browsers do', () => {
    const html =
      '<p><a href="https://shop.northlight.test/p?sku=7&copy=de&reg=eu&times=2&lt=5&amp;x=1">offer</a> and ' +
      "<a href='https://shop.northlight.test/q?deg=1&deg=2&cent=3'>more</a> " +
      '<a href=https://shop.northlight.test/r?a=1&notify=2&para1=3&amp=4>unquoted</a></p>';
    const addresses = [
      'https://shop.northlight.test/p?sku=7&copy=de&reg=eu&times=2&lt=5&x=1',
      'https://shop.northlight.test/q?deg=1&deg=2&cent=3',
      'https://shop.northlight.test/r?a=1&notify=2&para1=3&amp=4',
    ];
    expect(addressesIn(html)).toEqual(addresses);
    for (const address of addresses) expect(htmlToPlainText(html)).toContain(`(${address})`);
  });

  it('go unchanged into the redirect of a tracked link and into the text part', () => {
    const tracked: string[] = [];
    const mail = composeMail({
      fields: {},
      sender: { name: 'Rosa', email: 'rosa@northlight.test' },
      seed: { campaignId: 1, leadId: 2, stepNumber: 1 },
      mode: 'random',
      clock: { now: 0, zone: 'UTC' },
      thread: null,
      unsubscribe: null,
      tracking: { trackLink: (url) => (tracked.push(url), 'https://t.test/c/0') },
      plainTextOnly: false,
      ...parseStep({ subject: 'Hi', body: '<p><a href="https://northlight.test/?id=1&copy=2">See</a></p>' }),
    });
    expect(tracked).toEqual(['https://northlight.test/?id=1&copy=2']);
    expect(mail.text).toBe('See (https://northlight.test/?id=1&copy=2)');
  });

  it('are decoded where a reference ends, by name and by number', () => {
    expect(addressesIn('<a href="https&colon;&sol;&sol;a.test/&#63;q=&#x41;&amp;r=&eacute;&reg;&copy">x</a>')).toEqual([
      'https://a.test/?q=A&r=é®©',
    ]);
  });

  it('lose the line breaks of their source, as in browsers', () => {
    expect(addressesIn('<a href="\n https://a.test/one\n\t/two?x=a b ">x</a>')).toEqual([
      'https://a.test/one/two?x=a b',
    ]);
  });
});

describe('character references', () => {
  it.each([
    ['text', 'R&D &amp; caf&eacute; &copy2026 &notit; &hearts; &Dopf;', 'R&D & café ©2026 ¬it; ♥ 𝔻'],
    [
      'text',
      '&#128;&#0;&#xD800;&#x110000;&#9999999999;&#;&#x;&unknown;&',
      '€\ufffd\ufffd\ufffd\ufffd&#;&#x;&unknown;&',
    ],
  ])('in %s read %p', (_, html, text) => {
    expect(decodeEntities(html)).toBe(text);
  });

  it('in attributes keep a name that a letter, a digit or an equals sign follows', () => {
    expect(decodeAttribute('&copy=1 &copy1 &copyx &copy &copy; &copy.')).toBe('&copy=1 &copy1 &copyx © © ©.');
  });

  it('are all known, with the rare ones in a text part too', () => {
    expect(htmlToPlainText('<p>5&nbsp;&euro; &plusmn; 1&frac12; &check; &Scaron;koda</p>')).toBe('5 € ± 1½ ✓ Škoda');
  });
});

describe('what is added at the end of a body', () => {
  it.each([
    [
      'in Turkish',
      '<html><body><p>İzmir ve İstanbul İçin İyi günler, İlker İNDİRİM</p></body></html>',
      '<html><body><p>İzmir ve İstanbul İçin İyi günler, İlker İNDİRİM</p><hr></body></html>',
    ],
    ['in capitals', '<HTML><BODY>İ</BODY></HTML>', '<HTML><BODY>İ<hr></BODY></HTML>'],
    ['without a body', '<html>İ</html>', '<html>İ<hr></html>'],
    ['in the last of two', '<body>a</body><body>İ</body>', '<body>a</body><body>İ<hr></body>'],
    ['in a fragment', '<p>İ</p>', '<p>İ</p><hr>'],
  ])('stands whole before its end tag: %s', (_, html, expected) => {
    expect(insertAtEnd(html, '<hr>')).toBe(expected);
  });
});
