/**
 * Whether the emails of a campaign have no HTML part: its form says "Send as plain text" (`send_as_plain_text`), or "Plain text for
 * replies too" (`force_plain_text`). Replies from the inbox follow the second alone (`sendsPlainText` in thread.store.ts).
 */
export const writesPlainText = (campaign: { send_as_plain_text: boolean; force_plain_text: boolean }): boolean =>
  campaign.send_as_plain_text || campaign.force_plain_text;
