import { parseMail } from '#engine/inbox-sync/parse-mail';
import { sanitiseMail } from '#engine/inbox-sync/sanitise-mail';
import type { HeavyTask } from '#platform/workers/heavy-work';

/** Longest parts of one mail that are shown, in characters. */
const textLimit = 100_000;
const htmlLimit = 400_000;

/** The body of a raw mail, cleaned. In a thread for the same reason as everything else that a stranger wrote. */
export const readBodyTask: HeavyTask<Uint8Array, { text: string; html: string }> = {
  name: 'read-body',
  lane: 'request',
  limit: 5_000,
  inlineBelow: 16_384,
  async run(source) {
    const { text, html } = await parseMail(source);
    return {
      text: text.slice(0, textLimit),
      html: sanitiseMail({ html: html?.slice(0, htmlLimit) ?? null, text }).html,
    };
  },
};
