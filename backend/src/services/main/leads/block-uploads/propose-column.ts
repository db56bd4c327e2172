import type { BlockUploadColumn } from '@skein/contracts/main/block-uploads.contract';
import { withoutNumber } from '#files/files.api';
import { readBlockEntry } from '../block-list/block-entry';

const emailNames = [
  'email',
  'emailaddress',
  'mail',
  'workemail',
  'businessemail',
  'contactemail',
  'primaryemail',
  'leademail',
  'emailadresse',
  'correo',
  'courriel',
];
const domainNames = [
  'domain',
  'domainname',
  'companydomain',
  'accountdomain',
  'blockeddomain',
  'website',
  'companywebsite',
  'url',
  'companyurl',
];
/** Columns made for a block list, its own exports among them. */
const listNames = [
  'blocked',
  'blocklist',
  'blockedentry',
  'entry',
  'value',
  'addressordomain',
  'emailordomain',
  'domainoremail',
  'suppression',
  'suppressed',
  'unsubscribed',
  'donotcontact',
  'optout',
  'exclude',
  'excluded',
];
const known = new Set([...emailNames, ...domainNames, ...listNames]);
/** Places where everybody has a page: a link to one says nothing of whom to block, and blocking it would block nobody or too many. */
const platforms = /^([a-z0-9-]+\.)*(linkedin|facebook|instagram|twitter|x|youtube|xing|crunchbase|google|github)\.com$/;

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/**
 * Whether a cell of the first row is itself something to block: then the file has no header. `Contact.Email` reads like
 * a domain and is none.
 */
export function isEntryNotName(cell: string): boolean {
  const entry = readBlockEntry(cell);
  if (!entry) return false;
  return entry.kind === 'email' || !(known.has(plain(cell)) || known.has(plain(cell.slice(cell.lastIndexOf('.') + 1))));
}

/** PostgreSQL takes neither NUL nor half a character. */
const storable = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/\u0000/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * Says of each column how likely it holds what is to be blocked: by its values, with its name as a hint. Where addresses and domains stand
 * beside each other, addresses win: a domain blocks everybody of it. Also names the column to take, or none.
 */
export function proposeColumn(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): { columns: BlockUploadColumn[]; proposed: number | null } {
  const columns = names.map((name, index): BlockUploadColumn => {
    const values = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => cell !== '');
    const samples = [...new Set(values)]
      .slice(0, 5)
      .map((text) => ({ text: storable(text), reads_as: readBlockEntry(text)?.value ?? null }));
    const { confidence, reason } = judge(plain(withoutNumber(name)), values);
    return {
      index,
      name: storable(name),
      filled_percent: rows.length === 0 ? 0 : Math.round((values.length / rows.length) * 100),
      samples,
      confidence: Math.round(confidence * 100) / 100,
      match: confidence >= 0.95 ? 'CERTAIN' : confidence >= 0.7 ? 'LIKELY' : confidence >= 0.3 ? 'CHECK' : 'NONE',
      reason,
    };
  });
  const best = columns.reduce<BlockUploadColumn | null>(
    (found, column) => (column.confidence > (found?.confidence ?? 0) ? column : found),
    null,
  );
  return { columns, proposed: best && best.match !== 'NONE' ? best.index : null };
}

function judge(name: string, values: readonly string[]): { confidence: number; reason: string } {
  const named = listNames.includes(name) ? 0.12 : emailNames.includes(name) || domainNames.includes(name) ? 0.08 : 0;
  if (values.length === 0)
    return named > 0
      ? { confidence: 0.3, reason: 'Named like it, but empty in the rows looked at' }
      : { confidence: 0, reason: 'Empty in the rows looked at' };
  const entries = values.map(readBlockEntry).filter((entry) => entry !== null);
  const emails = entries.filter((entry) => entry.kind === 'email').length;
  const domains = entries.filter((entry) => entry.kind === 'domain' && !platforms.test(entry.value)).length;
  const percent = (count: number) => `${Math.round((count / values.length) * 100)}%`;
  const share = (emails + domains) / values.length;
  if (share === 0)
    return {
      confidence: 0,
      reason: entries.length > 0 ? 'Links to pages that everyone has' : 'No address and no domain in it',
    };
  // An address names whom it means; a domain may be meant as something else, a website for one.
  const confidence = Math.min(1, (emails * 0.9 + domains * 0.84) / values.length + named * share);
  return {
    confidence,
    reason:
      emails > 0 && domains > 0
        ? `${percent(emails + domains)} of its values are addresses or domains`
        : emails > 0
          ? `${percent(emails)} of its values are addresses`
          : `${percent(domains)} of its values are domains`,
  };
}
