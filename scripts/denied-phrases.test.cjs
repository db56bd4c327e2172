const { textFiles, textsOf, withoutComments } = require('./lib/shown-texts.cjs');

/** Phrases that no text of the product uses, with what is written instead (docs/glossary.md has the terms). */
const denied = [
  [
    /\b(?:stands?|stood|standing) (?:here|there|in|before|beside|below|above|behind|at the|under|on the|twice|earlier)\b/i,
    'is shown, appears, is used instead',
  ],
  [/\b(?:go|goes|going|went|gone) on\b/i, 'continue, resume, keep'],
  [/\b(?:take|takes|taken|taking|took)(?: \w+){0,2} back\b/i, 'cancel, undo'],
  [/\b(?:give|gives|given|giving)(?: \w+){0,2} back\b/i, 'release, return'],
  [/\b(?:whoever|whom|nobody|somebody|everybody)\b/i, 'the lead, the person, anyone, everyone'],
  [/\bby hand\b/i, 'manually'],
  [/\b(?:in doubt|doubts?)\b/i, 'delivery unconfirmed'],
  [
    /\b(?:a mail|mails|mailed|the mail|this mail|each mail|every mail|no mail|test mail|last mail|earlier mail|further mail|campaign mail|warmup mail)\b(?! (?:server|client|provider|program|flow|host|service|app))/i,
    'email, emails, emailed',
  ],
  [/\b(?:by|log in by) mail\b(?! (?:server|client|provider|program|prox))/i, 'by email'],
  [/\b(?:is|are|was|were|be|being) told\b|\btells? why\b/i, 'is notified, see'],
  [/\bnothing (?:leaves|left)\b|\bemails? leaves?\b|\bleaving (?:now|at this moment)\b/i, 'no emails are sent'],
  [
    /\bleave out whom\b|\bempty (?:asks|waits|begins|uses|has|takes|answers)\b|\b(?:0|empty) has no limit\b|^empty: /i,
    'Leave empty to ...',
  ],
  [/\bwhat you are told\b/i, 'Notifications'],
  [/\bway out\b/i, 'Unsubscribe'],
  [
    /\blaunch gate\b|\b(?:next|this|every|coming|no) trigger\b|\btrigger (?:logs?|is due|has fired)\b|\b(?:a|one) trigger\.$|\bmail a trigger\b/i,
    'launch check, send round',
  ],
  [/\bneeds its\b|\bhas its (?!own\b)/i, 'needs, has'],
  [/\bshall\b/i, 'can, will, should'],
  [/\bbeside\b/i, 'next to, as well'],
  [/\bbears?\b/i, 'has, is named'],
  [
    /^make (?:an? |the )?(?:client|list|folder|tag|category|campaign|workspace|webhook|key|app password|new codes)\b|^made(?: by| \d|$)|\bis made$|\bcould not be made\b|\bwas not made$/i,
    'Create, Created',
  ],
  [/\bnot available in this version\b|\bin this version\b/i, 'leave it out'],
  [/\bsimply\b/i, 'leave it out'],
  [/^mail (?:me|another|a|the)\b|\bwe (?:can )?mail you\b|\bhave kept them\b/i, 'Email me ..., I’ve saved them'],
  [/\bfrom \d letters\b/i, '3+ letters'],
  [
    /\bpush(?: (?:…|\w+))? to a subsequence\b|\bpushed to a subsequence\b|\bsubsequence to push to\b/i,
    'Move to subsequence',
  ],
  [
    /\btake out of\b|\btake (?:it|them|one|leads?|a lead|mailboxes|one mailbox|one of them|…) (?:out|off)\b|\boff the list\b/i,
    'remove from',
  ],
  [/\blook, not (?:change|delete)\b|^may look$/i, 'view, not edit'],
  [/\bmay be (?:mailed|emailed)\b/i, 'can be emailed'],
  [/\bone a line\b/i, 'one per line'],
  [/\bholds for\b/i, 'applies to'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, on its own'],
  [
    /(?<![\d.,] ?)(?<!and )\b1 (?:addresses|campaigns|credits|days|domains|emails|entries|files|hours|leads|mailboxes|replies|rows|servers|steps)\b/,
    'a count with its noun from counted()',
  ],
];

/** Whole sentences of earlier screens: none of them comes back. */
const earlier = [
  /\bwho we build for\b|\bintroduction stopped\b|\bstopped at step\b|\breads every lead\b|\bdays on trial\b/i,
  /\bleads that are known\b|\bas it is saved\b|\bbyte for byte\b|\bput behind every\b|\bnew column\)/i,
  /\bwindows are read\b|\bclock of\b|\bafter the return\b(?! date)|\bonly into\b|\bdoes not matter\b|\bspintax takes\b|\btext in turn\b/i,
  /\ball the same\b|\bopted out of\b|\bplayed through\b|\bas far as the planner\b|\brest follows at the same pace\b|\bbottleneck: /i,
  /\bdecides? the pace\b|\b(?:delays|caps?)(?: between steps)? decide\b|\brun ahead\b|\bcompared on emails\b|\bout-of-office apart\b/i,
  /\bin line before\b|\bready for the launch\b|\bread and answer it here\b|^write again$|^words above it$|\bseveral with commas\b/i,
  /\bthe day of return\b|\bsequence waits until\b|\bput into the list\b|\bwho verifies\b|\bsignature chip\b|\bbegins at midnight\b/i,
  /\bexchanges mail with\b|\btells? the (?:copy|infrastructure) from\b|\bask spamassassin\b|\bopens nothing\b|\bcode of (?:your|a) phone\b/i,
  /\bwebhook is given up\b|\bthat the product sends your clients\b|\bdo not exist for the client\b|\bplan has no end\b|\binstallation gave it to you\b/i,
  /\bnothing is bought before you\b|\bpayment of its own\b|\bnothing is called\b|\bnewest message \(|\bno mailbox is close to burning\b/i,
  /\brest works meanwhile\b|\bexpect a role behind\b|\balternatives use the word\b|^add it to the email\.?$|\bmore emails have to arrive\b|\bcause is unclear\b/i,
  /^what to look at$|\bnothing more of the file\b|\bmade for yourself\b|\bgot worse\b|\bat the last look\b|\b(?:is|are) not any more\b/i,
  /\bcredentials are tried at once\b|\bquiet conversation\b|\bkeeps the mailbox that\b|\bleft empty, the client\b|\bthese and no others\b/i,
  /\bfree mail services\b|\bmay enter\b|\bwinner is looked for\b|\bthe shares hold\b|\band nothing stands in\b|\bhow many people are you\b/i,
  /\bour message-id\b|\bone cause\. more mailboxes\b/i,
  /\bthe planner wishes\b|\bnothing was verified yet\b|\bgo to the newest message\b|\bof its domain are looked up\b|^here$|^fine$|^may$/i,
].map((phrase) => [phrase, 'see its screen']);

const phrases = [...denied, ...earlier];
/** The same for a whole file, where a text begins and ends at a quote or a tag: whether parsing the file is worth it. */
const anywhere = new RegExp(
  phrases
    .map(([{ source }]) =>
      source
        .replace(/ (?!\?)/g, '\\s+')
        .replace(/(?<!\[)\^/g, '[\'"`>}\\s]')
        .replace(/\$(?=[|)]|$)/g, '\\s*[\'"`<{]'),
    )
    .map((source) => `(?:${source})`)
    .join('|'),
  'i',
);
const canHoldOne = ({ path, content }) => !/\.tsx?$/.test(path) || anywhere.test(withoutComments(content));

test('no text of the product uses a denied phrase', () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(2000);
  const found = files
    .filter(canHoldOne)
    .flatMap(textsOf)
    .flatMap(({ path, line, text }) =>
      phrases
        .filter(([phrase]) => phrase.test(text))
        .map(([phrase, instead]) => `${path}:${line} "${text}" (${phrase.exec(text)[0]}: ${instead})`),
    );
  expect([...new Set(found)]).toEqual([]);
});
