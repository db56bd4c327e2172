import { machineVisit, type Visit } from './machine-visit';

const second = 1_000;
const hour = 3_600 * second;

const judge = (userAgent: string, sinceSent = hour, more: Partial<Visit> = {}) =>
  machineVisit({ kind: 'open', userAgent, method: 'GET', ...more }, sinceSent).isMachine;

const gmailProxy = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const yahooProxy = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const outlook =
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5134; ms-office; MSOffice 16)';
const appleMail = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('whatever the time', () => {
  it.each([
    [''],
    ['Mozilla/5.0'],
    // Gmail, seconds after an email was handed over, and the previews of links by Bing.
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Gmail-content-sampling',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b'],
    ['Barracuda Sentinel (EE)'],
    ['Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Proofpoint URL Defense)'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Mimecast/1.0'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36'],
    ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/141 Mobile Safari/537.36 (compatible; Googlebot/2.1)'],
    ['python-requests/2.32'],
    ['curl/8.0'],
    ['Go-http-client/1.1'],
    ['okhttp/4.12.0'],
  ])('a machine asks with %p', (agent) => {
    expect([judge(agent), judge(agent, 90 * 24 * hour), judge(agent, hour, { kind: 'click' })]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    [chrome],
    [outlook],
    [appleMail],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.13929; Pro)'],
    ['Outlook-iOS/709.2226530.prod.iphone (3.24.1)'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0'],
    ['Mail/3826 CFNetwork/1568 Darwin/24.0'],
    ['Spark/3.5'],
    ['Airmail 650 rv:650'],
    // Phones whose names hold the words of machines.
    [
      'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90 Mobile Safari/537.36',
    ],
    [
      'Mozilla/5.0 (Linux; Android 12; Spider Robot 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'],
  ])('a person asks with %p', (agent) => {
    expect(judge(agent)).toBe(false);
  });

  it('a request without a page is a machine, as is one that says it comes early', () => {
    expect(judge(chrome, hour, { method: 'HEAD' })).toBe(true);
    expect(judge(chrome, hour, { purpose: 'prefetch;prerender' })).toBe(true);
    expect(judge(chrome, hour, { purpose: 'navigate' })).toBe(false);
  });
});

describe('by the time since the email was sent', () => {
  it.each([
    // A picture that a provider fetches for its reader is an open, unless it comes with the delivery.
    [gmailProxy, 'open', 2 * second, true],
    [gmailProxy, 'open', 25 * second, true],
    [gmailProxy, 'open', 5 * 60 * second, false],
    [yahooProxy, 'open', 3 * second, true],
    [yahooProxy, 'open', hour, false],
    ['ZohoMailImageProxy/1.0', 'open', hour, false],
    [appleMail, 'open', 20 * second, true],
    [appleMail, 'open', hour, false],
    // Nobody has read an email before it is delivered, whatever the agent.
    [chrome, 'open', -500, true],
    [chrome, 'open', 4 * second, true],
    [chrome, 'open', 40 * second, false],
    [chrome, 'click', 4 * second, true],
    [chrome, 'click', 60 * second, false],
    // A proxy for pictures follows no link for a person; Office asks for a link before the browser does.
    [gmailProxy, 'click', hour, true],
    [outlook, 'click', hour, true],
  ] as const)('%s: %s after %d ms is a machine: %p', (agent, kind, sinceSent, isMachine) => {
    expect(judge(agent, sinceSent, { kind })).toBe(isMachine);
  });
});
