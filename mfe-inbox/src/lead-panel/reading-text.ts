/** What an email was recognised by, as the reader of inboxes notes it, and how the timeline says it. `$1` is what was found. */
const readings: readonly [found: RegExp, words: string][] = [
  [/^written by a person\b.*$/s, 'Written by a person'],
  [/^(?:auto-replied|generated|responder header): .*$/s, 'Marked as automatic by its server'],
  [/^empty return path: .*$/s, 'Sent with an empty return path'],
  [/^bulk precedence: .*$/s, 'Marked as a bulk email'],
  [/^responses suppressed: .*$/s, 'Marked to get no automatic answers'],
  [/^subject of a responder: (.*)$/s, 'Automatic by its subject: “$1”'],
  [/^absence in the (?:subject|text): (.*)$/s, 'Away: “$1”'],
  [/^says it is automatic: (.*)$/s, 'Says it is automatic: “$1”'],
  [/^receipt: (.*)$/s, 'Confirms receipt: “$1”'],
  [/^prepared sentence: (.*)$/s, 'Prepared text: “$1”'],
  [/^cites our mail: .*$/s, 'Matched by reply header'],
  [/^list mail: .*$/s, 'Sent to a mailing list'],
  [/^written by a mail server: (.*)$/s, 'Sent by a mail server, $1'],
  [/^read receipt: .*$/s, 'Read receipt'],
  [/^asks for a proof: .*$/s, 'Asks for proof that a person sent it'],
  [/^unknown sender: .*$/s, 'You never emailed this address'],
  [/^no sender: .*$/s, 'It names no sender'],
  [/^the lead's address, another subject: .*$/s, 'The lead’s address, with another subject'],
  [/^same company: (.*)$/s, 'Same company: $1'],
  [/^another address: (.*)$/s, '$1'],
  [/^the report names nobody: .*$/s, 'The report names no recipient'],
  [/^unknown recipient: (.*)$/s, 'You never emailed $1'],
];

/** Evidence of a reading in plain words; what is not known is shown as it is. */
export function readingWords(evidence: string): string {
  const known = readings.find(([found]) => found.test(evidence));
  return known ? evidence.replace(...known) : evidence;
}
