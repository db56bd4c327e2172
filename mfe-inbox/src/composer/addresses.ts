import { emailAddress } from '@skein/contracts/address-rules';
import { allAttachmentsMegabytes, attachmentMegabytes } from '@skein/contracts/constants';

/** Addresses as people type and paste them: with commas, semicolons, spaces, or names before `<...>`. */
export function readAddresses(text: string): { addresses: string[]; wrong: string[] } {
  const addresses: string[] = [];
  const wrong: string[] = [];
  for (const part of text.split(/[,;\n]+/)) {
    const word = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (word === '') continue;
    const parsed = emailAddress.safeParse(word);
    if (!parsed.success) wrong.push(word);
    else if (!addresses.includes(parsed.data)) addresses.push(parsed.data);
  }
  return { addresses, wrong };
}

/** What a new file may not be, in the specification's limits (section 5); null when it may be attached. */
export function refusalOfFile(
  file: { name: string; size: number },
  attached: readonly { size: number }[],
  limits: { file: number; total: number },
): string | null {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > limits.file) return `${file.name} is larger than ${attachmentMegabytes} MB.`;
  return attached.reduce((sum, other) => sum + other.size, file.size) > limits.total
    ? `With ${file.name} the files are larger than ${allAttachmentsMegabytes} MB together.`
    : null;
}
