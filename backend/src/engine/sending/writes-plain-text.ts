/**
 * Whether the emails of a campaign have no HTML part. Either of two settings is enough, and both do the same: the form's "Send as plain
 * text" (`send_as_plain_text`), and `force_plain_text`, which the form calls "Plain text for replies too". Replies from the inbox follow
 * both as well, unless their writer chooses otherwise (`sendsPlainText` in thread.store.ts).
 */
export const writesPlainText = (campaign: { send_as_plain_text: boolean; force_plain_text: boolean }): boolean =>
  campaign.send_as_plain_text || campaign.force_plain_text;
