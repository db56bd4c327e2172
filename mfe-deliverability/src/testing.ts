import type {
  PlacementMailRow,
  PlacementReport,
  PlacementTestRow,
} from '@skein/contracts/smart-delivery/placement-shapes';
import { person } from '@skein/testing/person';

/** Whom the pages of this area are for in tests. */
export const owner = person({ features: { smart_delivery: true } });
export const without = person({ role: 'OWNER', features: { smart_delivery: false } });
export const base = '/app/email-deliverability/smart-inbox';

const tally = { mails: 2, inbox: 1, tab: 0, spam: 1, missing: 0, failed: 0, waiting: 0, score: 50 };

export const testRow = {
  id: 9,
  name: 'Q4 logistics',
  type: 'auto',
  folder_id: null,
  subject: 'Docks',
  senders: 1,
  seeds: 2,
  every_days: 2,
  next_run_at: '2026-11-27T08:00:00.000Z',
  ends_at: null,
  runs: 2,
  is_stopped: false,
  is_paused: false,
  created_at: '2026-11-20T08:00:00.000Z',
  status: 'FAIL',
  latest: tally,
  pass_percent: 85,
  trend: [90, 50],
  last_run_at: '2026-11-25T08:00:00.000Z',
  campaign: null,
  is_self_sent: false,
  cron: null,
  time_zone: 'Etc/GMT',
  starts_at: null,
} satisfies PlacementTestRow;

const mail = (id: number, provider: string, landed: 'INBOX' | 'SPAM'): PlacementMailRow => ({
  id,
  mailbox_id: 3,
  sender: 'lena@northlight-team.test',
  seed_id: id,
  seed: `seed${id}@seeds.test`,
  provider,
  region: 'Europe',
  state: 'SENT',
  send_at: '2026-11-25T08:00:00.000Z',
  sent_at: '2026-11-25T08:00:00.000Z',
  landed,
  landed_at: '2026-11-25T08:00:07.000Z',
  found_in: landed,
  failure_text: null,
  kind: 'REAL',
  client_ip: '203.0.113.24',
  spf: 'fail',
  dkim: 'pass',
  dmarc: 'pass',
  variant: null,
});

const authentication = {
  ip: '203.0.113.24',
  sender: 'lena@northlight-team.test',
  spf: {
    result: 'fail',
    domain: 'northlight-team.test',
    record: 'v=spf1 -all',
    text: 'does not designate 203.0.113.24',
  },
  dkim: [{ result: 'pass', domain: 'northlight-team.test', selector: 's1', isAligned: true, text: '' }],
  dmarc: {
    result: 'pass',
    domain: 'northlight-team.test',
    policy: 'none',
    record: 'v=DMARC1; p=none',
    isSpfAligned: false,
    isDkimAligned: true,
    text: '',
  },
  arc: 'none',
  bimi: { result: 'none', location: null },
  mtaSts: null,
  isEncrypted: true,
};

const list = {
  zone: 'dnsbl-2.uceprotect.net',
  list: 'UCEPROTECT level 2',
  state: 'LISTED' as const,
  codes: ['127.0.0.2'],
  text: 'addresses next to it sent to spam traps',
  weight: 'low' as const,
  page: 'https://www.uceprotect.net/en/rblcheck.php',
};

/** The emails of that run. */
export const mails = [mail(11, 'Gmail stand-in', 'SPAM'), mail(12, 'Zoho stand-in', 'INBOX')] as const;

/** A failed run of one mailbox, with all that can be found out about it. */
export const report = {
  ...testRow,
  body_text: 'Hello Sam',
  is_sandbox: true,
  run: 2,
  history: [
    { number: 1, started_at: '2026-11-23T08:00:00.000Z', ...tally, inbox: 2, spam: 0, score: 100 },
    { number: 2, started_at: '2026-11-25T08:00:00.000Z', ...tally },
  ],
  by_provider: [
    { ...tally, mails: 1, inbox: 0, spam: 1, score: 0, name: 'Gmail stand-in', seconds: 7 },
    { ...tally, mails: 1, inbox: 1, spam: 0, score: 100, name: 'Zoho stand-in', seconds: 7 },
  ],
  by_region: [{ ...tally, name: 'Europe', seconds: 7 }],
  by_sender: [{ ...tally, name: 'lena@northlight-team.test', seconds: 7 }],
  by_variant: [],
  variants: [],
  mails: [],
  summary: {
    by_place: [
      { provider: 'Gmail stand-in', region: 'Europe', mails: 1, known: 1, good: 0 },
      { provider: 'Zoho stand-in', region: 'Europe', mails: 1, known: 1, good: 1 },
    ],
    by_copy: [{ kind: 'REAL', variant: null, known: 2, good: 1 }],
    by_sender: [{ name: 'lena@northlight-team.test', known: 2, good: 1 }],
    by_provider: [
      { name: 'Gmail stand-in', known: 1, good: 0 },
      { name: 'Zoho stand-in', known: 1, good: 1 },
    ],
    checks: { spf: { passed: 0, of: 2 }, dkim: { passed: 2, of: 2 }, dmarc: { passed: 2, of: 2 } },
  },
  authentication: [
    { sender: 'lena@northlight-team.test', arrived: authentication, now: null, checked_at: '2026-11-25T09:00:00.000Z' },
  ],
  addresses: [
    {
      ip: '203.0.113.24',
      mails: 2,
      lists: [list],
      reverse: { state: 'CONFIRMED', names: ['out-24.sending.test'], text: 'out-24.sending.test leads back' },
      owner: { asn: 64500, network: '203.0.113.0/24', country: 'ZZ', organisation: 'Hostline' },
      checked_at: '2026-11-25T09:00:00.000Z',
    },
  ],
  domain_lists: [
    {
      domain: 'docks.test',
      is_link: true,
      lists: [{ ...list, list: 'Spamhaus DBL' }],
      checked_at: '2026-11-25T09:00:00.000Z',
    },
  ],
  spam_filter: { is_set_up: false, verdicts: [] },
  content: {
    html: null,
    size: 900,
    words: 40,
    text_share: null,
    images: 0,
    subject_length: 5,
    is_unsubscribe_offered: true,
    links: [
      {
        url: 'https://docks.test/plan',
        text: 'answered with 404',
        is_dead: true,
        is_redirect: false,
        is_personal: false,
      },
    ],
    findings: [{ area: 'words', text: 'guaranteed', reason: 'These words are common in spam.', variant: null }],
  },
  control: null,
  diagnosis: { cause: 'UNCLEAR', subject: null, confidence: 0, affected: null, others: null },
  source: null,
  description: '',
  rest_below: 60,
  cap_to: null,
  below_runs: 1,
  actions: [{ mailbox: 'lena@northlight-team.test', action: 'rest', text: 'Rests until Dec 2, 2026.' }],
  checked_at: '2026-11-25T09:00:00.000Z',
  emails_deleted_at: null,
  has_gap: true,
  moves_leads: false,
  pauses_step: false,
  notifies: false,
  self_sending: null,
  can_publish: true,
  steps: [
    {
      key: 'spf:northlight-team.test',
      title: 'Add 203.0.113.24 to the SPF record of northlight-team.test',
      text: 'Replace the TXT record that starts with v=spf1. Keep one only.',
      weight: 'high',
      mails: 2,
      who: 'dns',
      record: { type: 'TXT', name: 'northlight-team.test', value: 'v=spf1 ip4:203.0.113.24 -all', now: 'v=spf1 -all' },
      sample: null,
      link: null,
      is_fixed: false,
    },
  ],
} satisfies PlacementReport;

/** A test whose first run is still to come. */
export const planned: PlacementReport = {
  ...report,
  status: 'RUNNING',
  runs: 0,
  run: 0,
  latest: { ...tally, mails: 0, inbox: 0, spam: 0, score: null },
  trend: [],
  last_run_at: null,
  history: [],
  by_provider: [],
  by_region: [],
  by_sender: [],
  authentication: [],
  addresses: [],
  domain_lists: [],
  actions: [],
  checked_at: null,
  steps: [],
};

export const message = {
  ...mail(11, 'Gmail stand-in', 'SPAM'),
  headers: 'Subject: <script>alert(1)</script>\r\nX-Placement-Token: PT-ABCDE-FGHIJ',
  body: '<img src=x onerror=alert(1)>',
  authentication,
  spam: null,
  hops: [
    {
      from: 'out-24.sending.test',
      by: 'mx.gmail.test',
      ip: '203.0.113.24',
      at: '2026-11-25T08:00:05.000Z',
      seconds: 5,
      isEncrypted: true,
    },
  ],
};
