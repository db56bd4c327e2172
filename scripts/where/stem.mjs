// What is left of a word when its endings are taken off, so that "expires", "expired" and "expiry" are one, as are words of one meaning.

/** Too frequent to tell files apart. */
const empty = new Set(
  (
    'a an and are as at be by can does for from has have how in is it its long many much must not of on or that the their then ' +
    'there they this to was what when where which who whom why will with get gets do happens several if no'
  ).split(' '),
);

const endings = [
  [/(?:ifications?|if(?:y|ies|ied|ying))$/, 'if'],
  [/(?:ies|ied|(?<=[^aeiou])y(?:ing)?)$/, ''],
  [/(?:isations?|ise[sdr]?|ising)$/, ''],
  [/(?:ations?|ates?|ated|ating)$/, ''],
  [/(?:ions?|ments?|ings?|ers?|ed|es|ly|al|s|e)$/, ''],
];

const known = new Map();

/** Words that people ask with, and the code's own for the same thing, which stands first. */
const sameMeaning = [
  'absence vacation',
  'alone itself automatically',
  'away absent',
  'category sorted',
  'choose chosen chose pick picks picked',
  'colour color colors',
  'company colleague colleagues',
  'cost price fee',
  'delete remove',
  'erase gdpr',
  'due overdue',
  'duplicate duplicates twice',
  'expire valid lifetime',
  'complete finish finished',
  'failing disconnected broken',
  'heading header column columns',
  'keep kept retention',
  'least minimum lowest smallest fewest',
  'machine bot scanner crawler',
  'most maximum max largest highest biggest',
  'often frequency interval frequent',
  'pay paid unpaid',
  'placement seed',
  'random randomly jitter',
  'read fetch fetched poll polled polling',
  'refuse reject rejected forbidden forbid deny denied disallowed',
  'remind reminder',
  'retry again repeated repeat',
  'scope visible visibility see sees seen',
  'send sent',
  'share percentage percent proportion ratio',
  'unhealthy health healthy',
  'unsubscribe optout',
  'upload import',
  'wait delay delayed',
  'warning warn alert',
  'win winner wins won',
  'write written wrote writes',
].map((line) => line.split(' '));

/** Every word of a meaning, by each of their stems. */
const meanings = new Map();

/** Written apart here and together there. */
const joined = [
  [/\bA\/B\b/g, 'ab'],
  [/\b(?:log|sign)(?:s|ged|ging|ed|ing)?[ -]?in\b(?!g)/gi, 'login'],
  [/\bopt(?:s|ed|ing)?[ -]out\b/gi, 'optout'],
  [/\bwhite[ -]label/gi, 'whitelabel'],
  [/\bweb[ -]hook/gi, 'webhook'],
  [/\bwarm(?:s|ed|ing)?[ -]up\b/gi, 'warmup'],
  [/[Ll]inkedIn/g, 'Linkedin'],
  [/[Hh]ubSpot/g, 'Hubspot'],
];
const apart = [
  [/\btimezone/gi, 'time zone'],
  [/\bfollowup/gi, 'follow up'],
  [/\bsignup/gi, 'sign up'],
];

/** A text with such words joined; each letter that follows keeps its place. */
export const withJoined = (text) =>
  joined.reduce((whole, [pattern, word]) => whole.replace(pattern, (found) => word.padEnd(found.length)), text);

/** Three letters are left at least; of words of one meaning, the first one's. */
export function stemOf(word) {
  const stem = shorten(word);
  return meanings.get(stem)?.[0] ?? stem;
}

/** How words begin that have this stem. */
export const beginningsOf = (stem) => meanings.get(stem) ?? [stem];

function shorten(word) {
  const before = known.get(word);
  if (before !== undefined) return before;
  let stem = word;
  for (const [ending, rest] of endings) {
    const shorter = word.replace(ending, rest);
    if (shorter === word || shorter.length < 3) continue;
    stem = shorter.replace(/e$/, '');
    break;
  }
  stem = stem.length > 3 ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem;
  known.set(word, stem);
  return stem;
}

for (const words of sameMeaning) {
  const stems = [...new Set(words.map(shorten))];
  for (const stem of stems) meanings.set(stem, stems);
}

/** `A 'warmUp'` holds the words warm and up. */
const wordsIn = (text) => (text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).map((word) => word.toLowerCase());

/** The words of a text, in whatever form they stand there. */
export const stemsIn = (text) => new Set(wordsIn(withJoined(text)).map(stemOf));

/** The words of a question that can tell files apart, each once. */
export const askedWords = (text) => [
  ...new Set(
    wordsIn(withJoined(apart.reduce((whole, [pattern, words]) => whole.replace(pattern, words), text)))
      .filter((word) => (word.length > 1 || /\d/.test(word)) && !empty.has(word))
      .map(stemOf),
  ),
];
