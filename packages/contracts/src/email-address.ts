/** What an e-mail address is (docs/domain.md, Validation). Without zod, for pages that do without it. */

const freeDomains = ['gmail', 'yahoo', 'outlook', 'aol', 'hotmail'];
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** 6 to 254 characters; local part 1 to 64; domain of 1 to 8 labels of 1 to 63 characters and a top-level part of 2 to 63 letters. */
export function isEmailAddress(text: string): boolean {
  if (text.length < 6 || text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > 64 || !localPart.test(local)) return false;
  const labels = text.slice(at + 1).split('.');
  const top = labels.pop() ?? '';
  return (
    labels.length >= 1 &&
    labels.length <= 8 &&
    /^([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/i.test(top) &&
    labels.every((part) => label.test(part))
  );
}

/** Whether an address is at a free mail service: sign-up refuses those, whatever their top-level part (yahoo.co.uk too). */
export function isFreeMailAddress(text: string): boolean {
  const labels = text
    .slice(text.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.length >= 2 && (freeDomains.includes(labels[0] ?? '') || freeDomains.includes(labels.at(-2) ?? ''));
}
