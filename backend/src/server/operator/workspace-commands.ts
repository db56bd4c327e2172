import { deletionWaitDays } from '@skein/contracts/constants';
import { planTypes, type PlanType } from '@skein/contracts/constants';
import { endPlan, givePlan } from '@skein/contracts/main/plan-change';
import { workspaceStates, type OperatorWorkspaceView } from '@skein/contracts/main/operator-views';
import { dayInput } from '@skein/contracts/schemas';
import {
  createPasswordLink,
  changePlan,
  createWorkspace,
  deleteWorkspace,
  disableWorkspace,
  enableWorkspace,
  listActions,
  listWorkspaces,
  readInstallation,
  readWorkspace,
} from '#identity/identity.api';
import { printTable, required, workspaceId, type Command, type CommandContext } from './command';

const day = (at: string | Date | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 10));
const minute = (at: string | Date): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** Until when a workspace may work: the end of its subscription or trial. */
const endOf = ({ state, subscription_end_at, trial_end_at }: OperatorWorkspaceView): string =>
  state === 'trial'
    ? day(trial_end_at)
    : state === 'unlimited'
      ? ''
      : day(subscription_end_at ?? (state === 'ended' ? trial_end_at : null));

function readPlan(text: string, usage: string): PlanType {
  const plan = planTypes.find((each) => each === text);
  if (!plan) throw new Error(`"${text}" is no plan. Plans are ${planTypes.join(', ')}: npm run operator -- ${usage}`);
  return plan;
}

/** @returns the last day of a plan; null for none */
function readUntil(text: string | boolean | undefined): string | null {
  if (text === undefined || text === 'never') return null;
  const read = dayInput.safeParse(text);
  if (!read.success) throw new Error(`--until ${String(text)}: must be a day as YYYY-MM-DD, or never.`);
  if (new Date(`${read.data}T24:00:00Z`) <= new Date())
    throw new Error(`--until ${read.data}: lies in the past. To end a plan now: npm run operator -- end-plan ID`);
  return read.data;
}

function readLimit(text: string | boolean | undefined, name: string): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(String(text)) || !Number.isSafeInteger(number))
    throw new Error(`--${name} ${String(text)}: must be a whole number, or "plan" for what the plan includes.`);
  return number;
}

/** A plan as it is given on the command line. @throws Error for a trial without an end */
function readGivenPlan(context: CommandContext, text: string, usage: string) {
  const [plan, until] = [readPlan(text, usage), readUntil(context.options['until'])];
  if (plan === 'trial' && until === null)
    throw new Error(`A trial ends: npm run operator -- ${usage} with --until YYYY-MM-DD`);
  return givePlan(plan, until);
}

const describe = ({ id, name, plan_type, state, ...rest }: OperatorWorkspaceView): string => {
  const end = endOf({ id, name, plan_type, state, ...rest });
  return `Workspace ${id} (${name}): plan ${plan_type}, ${state}${end ? `, ends ${end}` : ''}.`;
};

async function showWorkspace({ deps, say, given }: CommandContext): Promise<void> {
  const found = await readWorkspace(deps, workspaceId(given[0], 'workspace ID'));
  say(describe(found));
  say(
    `Leads ${found.leads_used} of ${found.leads_included}, emails this month ${found.emails_used} of ${found.emails_included}.`,
  );
  if (found.disabled_at) say(`Disabled since ${minute(found.disabled_at)}: ${found.disabled_reason ?? ''}`);
  say('');
  printTable(
    say,
    ['ADDRESS', 'NAME', 'ROLE', 'CLIENT', 'STATUS', 'SECOND FACTOR', 'SESSIONS', 'LAST LOGIN', ''],
    found.members.map((member) => [
      member.email,
      member.name,
      member.role,
      member.client ?? '',
      member.is_email_verified ? member.status : 'not confirmed',
      member.has_two_factor ? 'on' : 'off',
      String(member.sessions),
      member.last_login_at ? minute(member.last_login_at) : 'never',
      member.is_operator ? 'operator' : '',
    ]),
  );
}

async function showWorkspaces({ deps, say, given, options }: CommandContext): Promise<void> {
  const state = workspaceStates.find((each) => each === options['state']);
  if (options['state'] !== undefined && !state)
    throw new Error(`--state ${String(options['state'])}: must be one of ${workspaceStates.join(', ')}.`);
  const { workspaces, total } = await listWorkspaces(deps, { search: given[0], state, offset: 0, limit: 200 });
  printTable(
    say,
    ['ID', 'NAME', 'OWNER', 'PLAN', 'STATE', 'ENDS', 'PEOPLE', 'CREATED'],
    workspaces.map((each) => [
      String(each.id),
      each.name,
      each.owner?.email ?? '',
      each.plan_type,
      each.state,
      endOf(each),
      String(each.people),
      day(each.created_at),
    ]),
  );
  if (total > workspaces.length)
    say(`… and ${total - workspaces.length} more: search for a name, an id or an address.`);
}

const createUsage = 'create-workspace NAME --owner EMAIL --owner-name NAME';

async function create(context: CommandContext): Promise<void> {
  const { deps, operator, say, given, options } = context;
  const plan = options['plan'] === undefined ? undefined : readGivenPlan(context, String(options['plan']), createUsage);
  const email = required(options['owner'], '--owner', createUsage).toLowerCase();
  const made = await createWorkspace(
    deps,
    operator,
    {
      name: required(given[0], 'The name', createUsage),
      owner_email: email,
      owner_name: required(options['owner-name'], '--owner-name', createUsage),
      ...(plan ? { plan } : {}),
    },
    { isMailed: options['show-link'] !== true },
  );
  say(describe(made));
  say(
    options['show-link'] === true
      ? `The owner sets a password here, within seven days: ${await createPasswordLink(deps, operator, { email })}`
      : `${email} gets a link to set a password by email, sent by the running Skein.`,
  );
}

/** Commands about workspaces and their plans. */
export const workspaceCommands: Record<string, Command> = {
  workspaces: {
    usage: 'workspaces [TEXT] [--state STATE]',
    does: 'lists workspaces: all, or by part of a name, an id or an address',
    options: { state: { type: 'string' } },
    run: showWorkspaces,
  },
  workspace: { usage: 'workspace ID', does: 'shows one workspace with its plan and people', run: showWorkspace },
  'create-workspace': {
    usage: `${createUsage} [--plan PLAN --until DAY] [--show-link]`,
    does: 'makes a workspace; its owner gets a link to set a password, or you do with --show-link',
    options: {
      owner: { type: 'string' },
      'owner-name': { type: 'string' },
      plan: { type: 'string' },
      until: { type: 'string' },
      'show-link': { type: 'boolean' },
    },
    run: create,
  },
  'set-plan': {
    usage: 'set-plan ID PLAN [--until DAY|never]',
    does: 'gives a plan until the end of a day in UTC, or without an end; a trial has one',
    options: { until: { type: 'string' } },
    async run(context) {
      const usage = 'set-plan ID PLAN [--until DAY|never]';
      const plan = readGivenPlan(context, required(context.given[1], 'The plan', usage), usage);
      context.say(
        describe(await changePlan(context.deps, context.operator, workspaceId(context.given[0], usage), plan)),
      );
    },
  },
  'end-plan': {
    usage: 'end-plan ID',
    does: 'ends the plan or the trial at once',
    async run({ deps, operator, say, given }) {
      say(
        describe(await changePlan(deps, operator, workspaceId(given[0], 'end-plan ID'), endPlan(deps.realClock.now()))),
      );
    },
  },
  'set-limits': {
    usage: 'set-limits ID [--leads N|plan] [--emails N|plan]',
    does: 'sets how many leads, and emails a month, instead of what the plan includes',
    options: { leads: { type: 'string' }, emails: { type: 'string' } },
    async run({ deps, operator, say, given, options }) {
      const usage = 'set-limits ID [--leads N|plan] [--emails N|plan]';
      const change = {
        lead_limit: readLimit(options['leads'], 'leads'),
        email_limit: readLimit(options['emails'], 'emails'),
      };
      if (change.lead_limit === undefined && change.email_limit === undefined)
        throw new Error(`Name a limit: npm run operator -- ${usage}`);
      const limits = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after = await changePlan(deps, operator, workspaceId(given[0], usage), limits);
      say(
        `Workspace ${after.id} (${after.name}): ${after.leads_included} leads, ${after.emails_included} emails a month.`,
      );
    },
  },
  'disable-workspace': {
    usage: 'disable-workspace ID --reason TEXT',
    does: 'stops all sending of a workspace and lets no one log in; they read the reason',
    options: { reason: { type: 'string' } },
    async run({ deps, operator, say, given, options }) {
      const usage = 'disable-workspace ID --reason TEXT';
      const reason = required(options['reason'], '--reason', usage);
      const { name } = await disableWorkspace(deps, operator, workspaceId(given[0], usage), reason);
      say(`${name} is disabled: nothing is sent and no one can log in.`);
    },
  },
  'enable-workspace': {
    usage: 'enable-workspace ID',
    does: 'lets a disabled workspace work again',
    async run({ deps, operator, say, given }) {
      say(describe(await enableWorkspace(deps, operator, workspaceId(given[0], 'enable-workspace ID'))));
    },
  },
  'delete-workspace': {
    usage: 'delete-workspace ID --name NAME [--at-once]',
    does: 'disables a workspace and deletes it with everything in it after 14 days, or at once; enable-workspace cancels the deletion until then',
    options: { name: { type: 'string' }, 'at-once': { type: 'boolean' } },
    async run({ deps, operator, say, given, options }) {
      const usage = 'delete-workspace ID --name NAME';
      const name = required(options['name'], '--name', usage);
      const atOnce = options['at-once'] === true;
      await deleteWorkspace(deps, operator, workspaceId(given[0], usage), { name, at_once: atOnce });
      say(
        atOnce
          ? `${name} is disabled, and the running Skein removes its rows and files. "workspaces" shows it until that is done.`
          : `${name} is disabled, and is deleted in ${deletionWaitDays} days. "enable-workspace" cancels the deletion until then.`,
      );
    },
  },
  actions: {
    usage: 'actions [--workspace ID]',
    does: 'shows what operators did, the latest first',
    options: { workspace: { type: 'string' } },
    async run({ deps, say, options }) {
      const about = options['workspace'];
      const id = about === undefined ? undefined : workspaceId(String(about), 'actions --workspace ID');
      const { actions } = await listActions(deps, { limit: 200, workspace_id: id });
      printTable(
        say,
        ['WHEN (UTC)', 'WHO', 'WHAT', 'WORKSPACE', 'PERSON', 'DETAIL'],
        actions.map((entry) => [
          minute(entry.at),
          entry.actor,
          entry.action,
          entry.workspace_id === null ? '' : `${entry.workspace_id} ${entry.workspace_name}`,
          entry.email ?? '',
          Object.keys(entry.detail).length > 0 ? JSON.stringify(entry.detail) : '',
        ]),
      );
    },
  },
  installation: {
    usage: 'installation',
    does: 'says how sign-up and plans are set, and how many workspaces and people there are',
    async run({ deps, say }) {
      const { sign_up, plans, contact, workspaces, people } = await readInstallation(deps);
      say(`Sign-up: ${sign_up} (SIGN_UP). Plans: ${plans} (PLANS). Contact: ${contact ?? 'none'} (OPERATOR_CONTACT).`);
      say(`${workspaces} workspaces, ${people} people.`);
    },
  },
};
