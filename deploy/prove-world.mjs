// Who and what there is in deploy/prove.mjs: two installations, two mail providers with two domains each, and the people at them.

export const PASSWORD = 'Proof-4411-quiet-river';

/** Addresses look public, as they must in production, and lead nowhere but to this network's own loopback. */
export const INSTALLATIONS = {
  first: { address: '9.9.9.90', port: 3000, hosts: { app: 'app.skein-proof.io', links: 'go.skein-proof.io' } },
  second: { address: '9.9.9.93', port: 3100, hosts: { app: 'app.skein-moved.io', links: 'go.skein-moved.io' } },
};
export const ADMIN = 'operator@northmail.net';
export const SYSTEM = 'no-reply@northmail.net';
/** Acme's, which has no record of its own at first; Globex's are in order. */
export const SENDER = 'eva@acme-north.com';
export const OTHER_SENDER = 'tom@acme-north.com';
export const OWNER = 'lena@acme-north.com';
export const PARTNER = 'gus@globex-east.com';
export const PARTNER_OWNER = 'hana@globex-east.com';
export const LEADS = ['lea', 'lou', 'max', 'mia', 'ned', 'ola'].map((name) => `${name}@eastpost.org`);
export const SEEDS = {
  Northmail: ['ada', 'bo', 'cy'].map((name) => `seed.${name}@northmail.net`),
  Eastpost: ['dan', 'eli', 'flo'].map((name) => `seed.${name}@eastpost.org`),
};

/** Acme's own: one by its password, one by OAuth. */
export const OWN_SEEDS = ['gil', 'ivy'].map((name) => `seed.${name}@eastpost.org`);

const withPassword = (...addresses) => Object.fromEntries(addresses.map((address) => [address, PASSWORD]));
export const PROVIDERS = [
  {
    name: 'Northmail',
    host: 'mx.northmail.net',
    address: '9.9.9.91',
    domains: ['northmail.net', 'acme-north.com'],
    ports: { dkim: 8891 },
    judges: false,
    users: withPassword(ADMIN, SYSTEM, SENDER, OTHER_SENDER, OWNER, ...SEEDS.Northmail),
  },
  {
    name: 'Eastpost',
    host: 'mx.eastpost.org',
    address: '9.9.9.92',
    domains: ['eastpost.org', 'globex-east.com'],
    ports: { dkim: 8892, dmarc: 8893, tokens: 8894 },
    judges: true,
    users: withPassword(PARTNER, PARTNER_OWNER, ...LEADS, ...SEEDS.Eastpost, ...OWN_SEEDS),
  },
];
/** What this network's loopback has beside 127.0.0.1. */
export const ADDRESSES = [...Object.values(INSTALLATIONS), ...PROVIDERS].map(({ address }) => address);

const BARE = 'acme-north.com';

/**
 * Every name that exists at first: hosts, where domains take mail, and the records of all senders but Acme.
 * @param keys those of both providers
 */
export const firstRecords = (keys) => [
  ...Object.values(INSTALLATIONS).flatMap(({ address, hosts }) =>
    Object.values(hosts).map((name) => ({ type: 'A', name, value: address })),
  ),
  ...PROVIDERS.flatMap(({ host, address, domains }) => [
    { type: 'A', name: host, value: address },
    { type: 'PTR', name: host, value: address },
    ...domains.flatMap((name) => [
      { type: 'MX', name, value: host },
      ...(name === BARE
        ? []
        : [
            { type: 'TXT', name, value: `v=spf1 ip4:${address} -all` },
            { type: 'TXT', name: `_dmarc.${name}`, value: 'v=DMARC1; p=none' },
          ]),
    ]),
  ]),
  ...keys.filter(({ name }) => !name.endsWith(`.${BARE}`)),
];

/** What Acme's provider shows it to publish. */
export const missingKey = (keys) => keys.find(({ name }) => name.endsWith(`.${BARE}`));

/** How a mailbox is connected: its provider's servers, over TLS from the first byte. */
export function connectionOf(address, name) {
  const { host } = PROVIDERS.find(({ users }) => address in users);
  return {
    ...{ from_name: name, from_email: address, username: address, password: PASSWORD },
    ...{
      smtp_host: host,
      smtp_port: 465,
      smtp_port_type: 'SSL',
      imap_host: host,
      imap_port: 993,
      imap_port_type: 'SSL',
    },
  };
}

const CLOSING = 21 * 60;
/** Time for what is planned to leave before warmup rests for the night. */
const LEAST = 6;

/**
 * The time zone in which the waking hours of warmup end soonest, but not too soon: what is planned for a day leaves
 * within what is left of it, so a mailbox of that zone has a short wait.
 * @returns its name and the minutes that are left
 */
export function eveningZone(now = new Date(), zones = Intl.supportedValuesOf('timeZone')) {
  const leftIn = (timeZone) => {
    const [hour, minute] = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
      .format(now)
      .split(':')
      .map(Number);
    return CLOSING - hour * 60 - minute;
  };
  const open = zones.map((zone) => ({ zone, left: leftIn(zone) })).filter(({ left }) => left >= LEAST);
  return open.reduce((best, each) => (each.left < best.left ? each : best));
}
