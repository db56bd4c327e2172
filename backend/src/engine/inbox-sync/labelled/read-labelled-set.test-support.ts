import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BounceKind } from '../bounce-kind';
import type { MessageKind } from '../classify-message';

/** Where a label is a list, each of its values is right: the mail itself leaves it open. */
type OneOrMore<T> = T | readonly T[];

/** What a mail is, as a person judged it. A field that is absent was not judged. */
export interface MailLabel {
  id: string;
  family: string;
  /** The server, product or language that the mail stands for. */
  group: string;
  kind: OneOrMore<MessageKind>;
  bounce?: OneOrMore<BounceKind>;
  /** Enhanced status codes; each one that the report names is right. */
  status?: OneOrMore<string>;
  /** Who the report is about; every address of a list has to be found. */
  recipient?: OneOrMore<string>;
  /** 1 to 7 as in REPLY_CATEGORY; null: a person decides. */
  category?: OneOrMore<number | null>;
  /** Days (YYYY-MM-DD) on which the absent person may be said to be back. */
  returnOn?: readonly string[];
  /** A machine's answer that is no absence: ticket, challenge, receipt, left. */
  sub?: string;
  /** Nobody may be written to after this mail. */
  stop: boolean;
  /** For reports of real servers: which situation was made. */
  case?: string;
  note?: string;
}

export interface LabelledMail {
  label: MailLabel;
  raw: Uint8Array;
}

/** `outcomes`: mails of servers and people by what came of them. `by-language`: people's answers in twelve languages. */
export const LABELLED_SETS = { outcomes: __dirname, 'by-language': join(__dirname, 'by-language') };

/** Reads a frozen set: its open part, or the third that is held out. */
export function readLabelledSet(
  part: 'open' | 'held-out',
  set: keyof typeof LABELLED_SETS = 'outcomes',
): LabelledMail[] {
  const folder = part === 'open' ? LABELLED_SETS[set] : join(LABELLED_SETS[set], 'held-out');
  const labels = linesOf<MailLabel>(join(folder, 'labels.jsonl'));
  const raws = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl') && name !== 'labels.jsonl')
      .flatMap((name) => linesOf<{ id: string; raw: string }>(join(folder, name)))
      .map(({ id, raw }) => [id, raw]),
  );
  if (raws.size !== labels.length) throw new Error(`${raws.size} mails and ${labels.length} labels in ${folder}`);
  return labels.map((label) => {
    const raw = raws.get(label.id);
    if (raw === undefined) throw new Error(`no mail for the label ${label.id}`);
    // Each character of the stored text is one byte of the mail.
    return { label, raw: Buffer.from(raw, 'latin1') };
  });
}

/** Whether a value is one of those that the label allows. */
export function isAllowed<T>(label: OneOrMore<T>, value: T): boolean {
  return Array.isArray(label) ? label.includes(value) : label === value;
}

/** The values of a label. */
export function valuesOf<T>(label: OneOrMore<T>): readonly T[] {
  return Array.isArray(label) ? label : [label as T];
}

function linesOf<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
