import { columnsOf } from '@skein/contracts/main/campaign-columns';

/** One table in `functions/audited-tables.json`: what the change history tells of its rows. Lists of columns are divided by spaces. */
export interface AuditedTable {
  /** Completes "The history tells". */
  tells: string;
  /** What the history calls one of them: `api-key` */
  kind: string;
  /** The column that names one to a person. */
  namedBy?: string;
  /** Columns whose values may be shown. */
  fields: string;
  /** Its settings stand in a list of their own, which adds the columns of those that the history tells to `fields`. */
  settings?: 'campaign';
  /** Columns of which only the change is told. */
  secrets?: string;
  /** Of `insert`, `delete`, `update`; all three when left out. */
  on?: string;
  /** Columns whose change is told, where that is not each of `fields` and `secrets`. */
  updatesOf?: string;
  /** Leaves out what the product does by itself. */
  byPeopleOnly?: boolean;
}

/** The tables of the list with the statement that makes the trigger `audited` of each. */
export function auditedTriggers(list: Readonly<Record<string, AuditedTable>>): { name: string; sql: string }[] {
  return Object.entries(list).map(([table, audited]) => ({
    name: `${table}.audited`,
    sql: statementOf(table, audited),
  }));
}

function statementOf(table: string, audited: AuditedTable): string {
  const { tells, kind, namedBy = '', secrets = '', on = 'insert delete update', byPeopleOnly } = audited;
  // In the order of the alphabet, so that a list in another order makes the same trigger.
  const fields = [...namesIn(audited.fields), ...(audited.settings ? toldSettings() : [])].toSorted().join(' ');
  const columns = namesIn(audited.updatesOf ?? `${fields} ${secrets}`)
    .toSorted()
    .map(column);
  const events = on.split(' ').map((event) => (event === 'update' ? `update of ${columns.join(', ')}` : word(event)));
  return `-- The history tells ${tells}.
create or replace trigger audited
after ${events.join(' or ')}
on ${word(table)}
for each row
${byPeopleOnly ? "when (current_setting('app.actor', true) <> '')" : ''}
execute function audit_change(${[kind, fields, secrets, namedBy].map(literal).join(', ')})
`;
}

const namesIn = (list: string): string[] => list.split(' ').filter(Boolean);
const toldSettings = () => columnsOf((setting) => setting.history !== 'NONE');

const word = (name: string): string => {
  if (!/^[a-z_]+$/.test(name))
    throw new Error(`audited-tables.json: "${name}" is no name of a table, a column or an event`);
  return name;
};
const column = (name: string): string => `"${word(name)}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
