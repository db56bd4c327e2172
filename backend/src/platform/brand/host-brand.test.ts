import { brandPage, brandStyle, readHost, type HostBrand } from './host-brand';
import { pictureTypeOf } from './picture-type';

const page =
  '<!doctype html><html lang="en"><head><title>Skein</title><link rel="icon" href="data:ours"></head><body><noscript>Skein needs it</noscript></body></html>';
const brand: HostBrand = {
  name: 'Bright & Co',
  accent: '#0b6e4f',
  accentDark: null,
  font: 'standard',
  radius: 'standard',
  text: null,
  version: '1',
  hasLogo: true,
  hasFavicon: false,
};

it.each([
  ['App.Agency.com:443', 'app.agency.com'],
  ['agency.localhost:3000', 'agency.localhost'],
  ['a.b.', 'a.b'],
])('reads the host of %s', (header, host) => expect(readHost(header)).toBe(host));

it.each([
  undefined,
  '',
  '127.0.0.1',
  '127.0.0.1:3000',
  '[::1]:3000',
  'a b',
  'a/../b',
  'evil.com@app.agency.com',
  'x"y',
  'a\r\nb',
  'é.com',
  `${'a'.repeat(300)}.com`,
])('takes %p for no host', (header) => expect(readHost(header)).toBeNull());

it('puts name, icon and colours into the first HTML, and nothing of ours stays', () => {
  const branded = brandPage(page, brand, 'n0nce');
  expect(branded).not.toContain('Skein');
  expect(branded).not.toContain('data:ours');
  expect(branded).toContain('<title>Bright &amp; Co</title>');
  expect(branded).toContain('<style nonce="n0nce">html:root{--brand:#0b6e4f;');
  expect(branded).toContain('--brand-logo:url("/brand/logo?v=1")');
});

it('lets no name out of its place in CSS or HTML', () => {
  const hostile = { ...brand, name: '"}</style><script>alert(1)</script>$&\\', hasLogo: false };
  const branded = brandPage(page, hostile, 'n');
  expect(branded).not.toContain('<script');
  expect(branded.match(/<\/style>/g)).toHaveLength(1);
  expect(brandStyle(hostile).match(/[{}]/g)).toHaveLength(2);
});

it('refuses an accent that is no colour', () => {
  expect(() => brandStyle({ ...brand, accent: '#fff;}body{display:none' })).toThrow();
});

it('knows pictures by their bytes, and takes no SVG or HTML for one', () => {
  expect(pictureTypeOf(Buffer.from('89504e470d0a1a0a00', 'hex'))).toBe('image/png');
  expect(pictureTypeOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('image/jpeg');
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?><svg/>',
    '<!doctype html>',
    'RIFFxxxxWAVE',
    '',
  ])
    expect(pictureTypeOf(Buffer.from(text))).toBeNull();
});
