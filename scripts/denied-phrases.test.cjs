const { shownTexts } = require('./lib/shown-texts.cjs');

/** Phrases that no text of the product uses, with what is written instead (docs/glossary.md has the terms). */
const denied = [
  [
    /\b(?:stands?|stood|standing) (?:here|there|in|before|beside|below|above|behind|at the|under)\b/i,
    'is shown, appears, is used instead',
  ],
  [/\b(?:go|goes|going|went|gone) on\b/i, 'continue, resume, keep'],
  [/\b(?:take|takes|taken|taking|took)(?: \w+){0,2} back\b/i, 'cancel, undo'],
  [/\b(?:give|gives|given|giving)(?: \w+){0,2} back\b/i, 'release, return'],
  [/\b(?:whoever|whom|nobody|somebody)\b/i, 'the lead, the person, anyone'],
  [/\bby hand\b/i, 'manually'],
  [/\b(?:in doubt|doubts?)\b/i, 'delivery unconfirmed'],
  [
    /\b(?:a mail|mails|mailed|the mail|this mail|each mail|every mail|no mail)\b(?! (?:server|client|provider|program|flow|host))/i,
    'email, emails, emailed',
  ],
  [/\b(?:is|are|was|were|be|being) told\b|\btells? why\b/i, 'is notified, see'],
  [/\bnothing (?:leaves|left)\b|\bemails? leaves?\b/i, 'no emails are sent'],
  [/\bleave out whom\b|\bEmpty (?:asks|waits|begins|uses|has)\b|\b(?:0|empty) has no limit\b/i, 'Leave empty to ...'],
  [/\bwhat you are told\b/i, 'Notifications'],
  [/\bway out\b/i, 'Unsubscribe'],
  [/\blaunch gate\b|\b(?:next|this|every|coming) trigger\b|\btrigger logs?\b/i, 'launch check, send round'],
  [/\bneeds its\b|\bhas its (?!own\b)/i, 'needs, has'],
  [/\bshall\b/i, 'can, will, should'],
  [/\bbeside\b/i, 'next to, as well'],
  [
    /^make (?:an? |the )?(?:client|list|folder|tag|category|campaign|workspace|webhook|key|app password|new codes)\b/i,
    'Create ...',
  ],
  [/\bnot available in this version\b|\bin this version\b/i, 'leave it out'],
  [/\bsimply\b/i, 'leave it out'],
  [/^mail (?:me|another)\b|\bhave kept them\b|\ba trigger\.$/i, 'Email me ..., I’ve saved them, a round'],
  [/\bfrom \d letters\b/i, '3+ letters'],
  [
    /\bWhich of them may enter\b|\bNo winner is looked for\b|\band nothing stands in\b|\bHow many people are you\b|\bthe planner wishes\b/i,
    'see words',
  ],
];

test('no text of the product uses a denied phrase', () => {
  const texts = shownTexts();
  expect(texts.length).toBeGreaterThan(3000);
  const found = texts.flatMap(({ path, line, text }) =>
    denied
      .filter(([phrase]) => phrase.test(text))
      .map(([phrase, instead]) => `${path}:${line} "${text}" (${phrase.exec(text)[0]}: ${instead})`),
  );
  expect(found).toEqual([]);
});
