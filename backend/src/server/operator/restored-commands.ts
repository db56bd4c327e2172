import { readFileSync } from 'node:fs';
import { heldByCampaign, releaseHeld, type HeldFilter } from '#lifecycle/lifecycle.api';
import { eachUnconfirmed, settleUnconfirmed } from '#sending/sending.api';
import { campaignTime } from './campaign-time';
import { noteOperatorAction } from '#main/main.api';
import { counted, printTable, required, workspaceId, type Command, type CommandContext } from './command';

const releaseUsage = 'release-held --workspace ID|--campaign ID|--all [--except FILE]';
const unconfirmedUsage = 'unconfirmed [--workspace ID]';
const settleUsage = 'settle-unconfirmed sent|unsent --ids FILE|--workspace ID|--all';

/** Decisions that only a person can take after a restore (docs/operating/backup.md). */
export const restoredCommands: Record<string, Command> = {
  held: {
    usage: 'held',
    does: 'counts the leads that wait for a decision since the database was restored',
    async run({ deps, say }) {
      const campaigns = await heldByCampaign(deps.db);
      if (campaigns.length === 0) return say('No lead is on hold because of a restore.');
      printTable(
        say,
        ['workspace', 'campaign', 'name', 'never emailed', 'follow-ups'],
        campaigns.map((row) =>
          [row.workspace_id, row.campaign_id, row.name, row.new_leads, row.follow_ups].map((cell) => String(cell)),
        ),
      );
    },
  },
  'release-held': {
    usage: releaseUsage,
    does: 'lets them continue; addresses in FILE, one per line, stay on hold: they got the email, or asked not to be emailed',
    options: {
      workspace: { type: 'string' },
      campaign: { type: 'string' },
      all: { type: 'boolean' },
      except: { type: 'string' },
    },
    async run({ deps, operator, say, options }) {
      const scope = scopeOf(options, releaseUsage);
      const except = linesOf(options['except']);
      const at = new Date(await campaignTime(deps.db));
      const released = await releaseHeld(deps.db, { filter: { ...scope, except }, at }, (sql, leads) => {
        const detail = { leads, ...namedOf(scope), addresses_kept_on_hold: except.length };
        return noteOperatorAction(sql, { ...actedBy(deps, operator), action: 'leads-released', detail });
      });
      say(`${counted(released, 'lead continues', 'leads continue')}.`);
    },
  },
  unconfirmed: {
    usage: unconfirmedUsage,
    does: 'lists emails that may have left or not, with the Message-ID that the log of their mail server knows',
    options: { workspace: { type: 'string' } },
    async run({ deps, say, options }) {
      const workspace = options['workspace'];
      const filter = typeof workspace === 'string' ? { workspaceId: workspaceId(workspace, unconfirmedUsage) } : {};
      let count = 0;
      for await (const email of eachUnconfirmed(deps.db, filter)) {
        count += 1;
        const { workspace_id, kind, from_email, to_email, send_at, message_id } = email;
        say([send_at.toISOString(), workspace_id, kind, from_email, to_email, message_id].join('  '));
      }
      say(count === 0 ? 'No email is unconfirmed.' : `${counted(count, 'email is', 'emails are')} unconfirmed.`);
    },
  },
  'settle-unconfirmed': {
    usage: settleUsage,
    does: 'says what became of them: sent stays counted; unsent is sent again by its campaign, or fails in its conversation',
    options: {
      ids: { type: 'string' },
      workspace: { type: 'string' },
      all: { type: 'boolean' },
    },
    async run({ deps, operator, say, given, options }) {
      const word = required(given[0], 'sent or unsent', settleUsage);
      if (word !== 'sent' && word !== 'unsent')
        throw new Error(`"${word}" is neither sent nor unsent: npm run operator -- ${settleUsage}`);
      const messageIds = typeof options['ids'] === 'string' ? linesOf(options['ids']) : undefined;
      const filter = { ...(messageIds ? {} : scopeOf(options, settleUsage)), messageIds };
      const { settled, open } = await settleUnconfirmed(deps.db, filter, word, await campaignTime(deps.db));
      if (settled > 0) {
        const detail = { emails: settled, as: word, ...(messageIds ? { listed: messageIds.length } : namedOf(filter)) };
        const entry = { ...actedBy(deps, operator), action: 'emails-settled' as const, detail };
        await deps.db.systemSql((sql) => noteOperatorAction(sql, entry));
      }
      const waiting = `${counted(open, 'waits', 'wait')} for the email that follows: try again.`;
      say(`${counted(settled, 'email is', 'emails are')} settled as ${word}.${open > 0 ? ` ${waiting}` : ''}`);
    },
  },
};

const actedBy = (deps: CommandContext['deps'], { actor }: CommandContext['operator']) => ({
  actor,
  at: new Date(deps.realClock.now()),
});

/** What the log names of a decision's reach: everything, where no workspace or campaign was given. */
const namedOf = ({ workspaceId: workspace, campaignId: campaign }: HeldFilter) => ({
  ...(workspace === undefined ? {} : { workspace }),
  ...(campaign === undefined ? {} : { campaign }),
});

/** Which workspace or campaign is meant. @throws Error when nothing is named: a decision about everybody is asked for with --all */
function scopeOf(options: CommandContext['options'], usage: string): HeldFilter {
  const { workspace, campaign, all } = options;
  if (typeof workspace === 'string') return { workspaceId: workspaceId(workspace, usage) };
  if (typeof campaign === 'string' && Number.isInteger(Number(campaign))) return { campaignId: Number(campaign) };
  if (all === true) return {};
  throw new Error(`Say for which: npm run operator -- ${usage}`);
}

/** The lines of a file, trimmed. @throws Error when it cannot be read */
function linesOf(file: string | boolean | undefined): string[] {
  if (typeof file !== 'string') return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
