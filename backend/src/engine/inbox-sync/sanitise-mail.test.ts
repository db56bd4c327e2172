import { sanitiseMail } from './sanitise-mail';

const clean = (html: string): string => sanitiseMail({ html, text: 'text' }).html;

it('takes out everything that runs, loads, submits or frames', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java&#10;script:alert(1)">x</a>',
    '<iframe src="https://x.test"></iframe>',
    '<form action="https://x.test"><input name=a></form>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mi xlink:href="javascript:1">x</mi></math>',
    '<object data="x"></object>',
    '<link rel=stylesheet href="https://x.test/a.css">',
    '<meta http-equiv=refresh content="0;url=https://x.test">',
    '<base href="https://x.test">',
    '<div style="background:url(https://x.test/p.png)">x</div>',
    '<div style="position:fixed;top:0;width:expression(alert(1))">x</div>',
    '<style>@import "https://x.test"</style>',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<a href="//x.test">x</a>',
    '<p onclick="x">y</p>',
    '<img srcset="https://x.test/1.png 1x">',
    '<table background="https://x.test/p.png"></table>',
    '<video src="https://x.test"></video>',
    '<button formaction="javascript:1">x</button>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<!--><img src=x onerror=alert(1)>-->',
  ];
  for (const html of hostile)
    expect(clean(html)).not.toMatch(
      /script|onerror|onclick|javascript:|url\(|expression|position|<(?:iframe|form|input|svg|math|object|link|meta|base|style|video|button)|\ssrc=|srcset|background|href="\/\//i,
    );
});

it('neutralises remote images, keeps embedded ones to be filled in, opens links apart', () => {
  const safe = sanitiseMail({
    html: '<img src="https://x.test/p.gif?u=1" width=1><img src="cid:logo@x"><img src="data:image/png;base64,iVBORw0="><a href="https://y.test" target="_top">y</a>',
    text: '',
  });
  expect(safe.remoteImages).toBe(1);
  expect(safe.html).toContain('data-remote-src="https://x.test/p.gif?u=1"');
  expect(safe.html).toContain('data-cid="logo@x"');
  expect(safe.html).toContain('src="data:image/png;base64,iVBORw0="');
  expect(safe.html).toContain('<a href="https://y.test" target="_blank" rel="noopener noreferrer nofollow">y</a>');
});

it('keeps the look of an ordinary mail', () => {
  expect(
    clean('<p style="color:#333;font-size:14px">Hi <b>you</b></p><table><tr><td width="20">1</td></tr></table>'),
  ).toBe('<p style="color:#333;font-size:14px">Hi <b>you</b></p><table><tr><td width="20">1</td></tr></table>');
});

it('shows the text of mails without HTML, or with too much of it', () => {
  expect(sanitiseMail({ html: null, text: '<b>a</b>\nb' })).toEqual({
    html: '&lt;b&gt;a&lt;/b&gt;<br>\nb',
    remoteImages: 0,
    isTextOnly: true,
  });
  expect(sanitiseMail({ html: 'x'.repeat(1_000_001), text: 'short' })).toMatchObject({
    html: 'short',
    isTextOnly: true,
  });
});
