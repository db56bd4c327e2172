import { categoriseReply } from './categorise-reply';
import { classifyMessage } from './classify-message';
import { parseMail } from './parse-mail';
import { rawMail } from './raw-mail.test-support';
import { ownTextOf } from './strip-quote';

/** The category that a mail of this text gets, 4 and 6 also by its kind; null when a person decides. */
export async function judgeReply(text: string): Promise<number | null> {
  const mail = await parseMail(rawMail({ 'Content-Type': 'text/plain; charset=utf-8' }, text));
  const { kind } = classifyMessage(mail);
  if (kind === 'out_of_office') return 6;
  if (kind === 'unsubscribe_request') return 4;
  return categoriseReply(ownTextOf(mail).own).category;
}
