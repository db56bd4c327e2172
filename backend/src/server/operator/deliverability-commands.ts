import { dayInput } from '@skein/contracts/schemas';
import { grantSubscription, listSubscriptions } from '#services/ed-subscription/ed-subscription.store';
import { printTable, required, workspaceId, type Command } from './command';

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '';
const usage = 'grant-deliverability WORKSPACE --monitors N --until YYYY-MM-DD';

/** The enterprise deliverability subscription: what workspaces ask for, and what is granted. */
export const deliverabilityCommands: Record<string, Command> = {
  'deliverability-subscriptions': {
    usage: 'deliverability-subscriptions',
    does: 'lists deliverability subscriptions, those that are asked for first',
    async run({ deps, say }) {
      const rows = await deps.db.systemSql(listSubscriptions);
      if (rows.length === 0) return say('No workspace has a deliverability subscription or asks for one.');
      printTable(
        say,
        ['Workspace', 'Name', 'Asked for', 'Monitors', 'Until', 'State', 'Note'],
        rows.map((row) => [
          String(row.workspace_id),
          row.name ?? '',
          row.requested_monitors === null ? '' : String(row.requested_monitors),
          row.monitors === null ? '' : String(row.monitors),
          day(row.ends_at),
          row.is_active ? (row.is_ending ? 'ends' : 'active') : row.requested_monitors === null ? 'ended' : 'requested',
          row.note,
        ]),
      );
    },
  },
  'grant-deliverability': {
    usage,
    does: 'gives a workspace placement tests and monitors on top of its plan, to the end of a day (UTC); an earlier day ends it',
    options: { monitors: { type: 'string' }, until: { type: 'string' } },
    async run({ deps, say, given, options }) {
      const id = workspaceId(given[0], usage);
      const monitors = Number(required(options['monitors'], '--monitors', usage));
      if (!Number.isInteger(monitors) || monitors < 1 || monitors > 10_000)
        throw new Error(`--monitors ${String(options['monitors'])}: must be 1 to 10,000.`);
      const until = dayInput.safeParse(required(options['until'], '--until', usage));
      if (!until.success) throw new Error(`--until ${String(options['until'])}: must be a day as YYYY-MM-DD.`);
      const end = new Date(`${until.data}T24:00:00Z`);
      const isKnown = await deps.db.systemSql((sql) =>
        grantSubscription(sql, id, { monitors, until: end, at: new Date() }),
      );
      if (!isKnown) throw new Error(`There is no workspace ${id}.`);
      say(`Workspace ${id} has ${monitors} monitors on top of its plan until ${until.data}.`);
    },
  },
};
