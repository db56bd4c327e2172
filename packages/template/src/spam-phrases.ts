/** Words and phrases that are common in spam: what SpamAssassin's rules for phrases score, as words that a writer can change. */
const spamWords = `
  100% free
  act now
  additional income
  apply now
  as seen on
  bargain
  be your own boss
  best price
  big bucks
  buy now
  call now
  cash bonus
  cheap
  click below
  click here
  congratulations
  credit card
  dear friend
  double your
  earn extra cash
  earn money
  eliminate debt
  exclusive deal
  extra cash
  fast cash
  financial freedom
  for free
  for only
  free access
  free consultation
  free gift
  free trial
  get it now
  get paid
  great offer
  guarantee
  guaranteed
  increase sales
  incredible deal
  instant access
  limited time
  lowest price
  make money
  million dollars
  miracle
  money back
  no catch
  no cost
  no credit check
  no fees
  no obligation
  no strings attached
  offer expires
  once in a lifetime
  only today
  order now
  risk free
  risk-free
  satisfaction guaranteed
  save big
  special promotion
  this is not spam
  this won't last
  unlimited
  urgent
  what are you waiting for
  while supplies last
  winner
  you have been selected
`
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean);

/** The spam words that a text holds, in the order of the list. */
export function spamWordsIn(text: string): string[] {
  const lower = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}%'-]+/gu, ' ')} `;
  return spamWords.filter((word) => lower.includes(` ${word} `));
}
