import { emailAddress } from '@skein/contracts/address-rules';
import {
  addPerson,
  changePerson,
  createPasswordLink,
  removePerson,
  endSessions,
  findPeopleByText,
  listSessions,
  resetSecondFactor,
  sendPasswordLink,
  setOperator,
  inviteToSignUp,
  listSignUpInvitations,
  withdrawSignUpInvitation,
  createWorkspace,
} from '#identity/identity.api';
import { roles, type Role } from '@skein/contracts/permissions';
import { givenRoles, type GivenRole } from '@skein/contracts/main/team.contract';
import { givePlan } from '@skein/contracts/main/plan-change';
import { printTable, required, workspaceId, type Command, type CommandContext } from './command';

const minute = (at: string | Date): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** @throws Error */
function readEmail(text: string | undefined, usage: string): string {
  const read = emailAddress.safeParse(required(text, 'The address', usage));
  if (!read.success) throw new Error(`"${text}" is no email address: npm run operator -- ${usage}`);
  return read.data;
}

/** The first person who runs an installation, where nobody can make them an operator yet. */
async function createAdmin({ deps, operator, say, given, options }: CommandContext): Promise<void> {
  const email = readEmail(given[0], 'create-admin EMAIL');
  const [known] = (await findPeopleByText(deps, email)).filter(({ view }) => view.email === email);
  if (known) {
    await setOperator(deps, operator, { email }, true);
    say(`${email} has an account and is an operator now.`);
    return;
  }
  await createWorkspace(
    deps,
    operator,
    {
      name: typeof options['workspace'] === 'string' ? options['workspace'] : 'Administration',
      owner_name: typeof options['name'] === 'string' ? options['name'] : email.slice(0, email.indexOf('@')),
      owner_email: email,
      plan: givePlan('enterprise', null),
    },
    { isOperator: true, isMailed: false },
  );
  say(`${email} is an operator. Set the password here, once, within seven days:`);
  say(await createPasswordLink(deps, operator, { email }));
}

async function showPeople({ deps, say, given }: CommandContext): Promise<void> {
  printTable(
    say,
    ['ADDRESS', 'NAME', 'ROLE', 'WORKSPACE', 'STATUS', 'SECOND FACTOR', 'SESSIONS', 'LAST LOGIN', ''],
    (await findPeopleByText(deps, given[0] ?? '')).map(({ view, workspace }) => [
      view.email,
      view.name,
      view.client === null ? view.role : `client ${view.client}`,
      `${workspace.id} ${workspace.name}`,
      view.is_email_verified ? view.status : 'not confirmed',
      view.has_two_factor ? 'on' : 'off',
      String(view.sessions),
      view.last_login_at ? minute(view.last_login_at) : 'never',
      view.is_operator ? 'operator' : '',
    ]),
  );
}

/** @throws Error */
function readRole<Of extends Role>(text: string | undefined, allowed: readonly Of[], usage: string): Of {
  const role = allowed.find((each) => each === (text ?? '').toUpperCase());
  if (!role) throw new Error(`The role is one of ${allowed.join(', ')}: npm run operator -- ${usage}`);
  return role;
}

const accountCommands: Record<string, Command> = {
  'add-person': {
    usage: 'add-person WORKSPACE EMAIL [--name NAME] [--role ROLE]',
    does: 'adds a person to a workspace, who is emailed a link to set a password',
    options: { name: { type: 'string' }, role: { type: 'string' } },
    async run({ deps, operator, say, given, options }) {
      const usage = 'add-person WORKSPACE EMAIL';
      const email = readEmail(given[1], usage);
      await addPerson(deps, operator, workspaceId(given[0], usage), {
        email,
        name: typeof options['name'] === 'string' ? options['name'] : email.slice(0, email.indexOf('@')),
        role: readRole<GivenRole>(
          typeof options['role'] === 'string' ? options['role'] : 'FULL_MEMBER_ACCESS',
          givenRoles,
          usage,
        ),
      });
      say(`The running Skein sends ${email} a link to set a password.`);
    },
  },
  'set-role': {
    usage: 'set-role EMAIL ROLE',
    does: 'gives another role; a new OWNER takes the place of the old one',
    async run({ deps, operator, say, given }) {
      const role = readRole<Role>(given[1], roles, 'set-role EMAIL ROLE');
      await changePerson(deps, operator, { email: readEmail(given[0], 'set-role EMAIL ROLE') }, { role });
      say(`${given[0]} is ${role} now.`);
    },
  },
  deactivate: {
    usage: 'deactivate EMAIL',
    does: 'ends the sessions of a person and lets them log in no more',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'deactivate EMAIL');
      await changePerson(deps, operator, { email }, { status: 'deactivated' });
      say(`${email} is deactivated.`);
    },
  },
  activate: {
    usage: 'activate EMAIL',
    does: 'lets a deactivated person log in again',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'activate EMAIL');
      await changePerson(deps, operator, { email }, { status: 'active' });
      say(`${email} is active.`);
    },
  },
  'delete-person': {
    usage: 'delete-person EMAIL',
    does: 'deletes a person with their sessions and keys; what they made stays',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'delete-person EMAIL');
      await removePerson(deps, operator, { email });
      say(`${email} is deleted.`);
    },
  },
};

/** Commands about people, and about who may open a workspace. */
export const peopleCommands: Record<string, Command> = {
  ...accountCommands,
  'create-admin': {
    usage: 'create-admin EMAIL [--name NAME] [--workspace NAME]',
    does: 'makes the first operator and shows the link with which they set a password',
    options: { name: { type: 'string' }, workspace: { type: 'string' } },
    run: createAdmin,
  },
  'make-operator': {
    usage: 'make-operator EMAIL',
    does: 'lets a person see the operator pages',
    async run({ deps, operator, say, given }) {
      const { email } = await setOperator(deps, operator, { email: readEmail(given[0], 'make-operator EMAIL') }, true);
      say(`${email} is an operator now.`);
    },
  },
  'end-operator': {
    usage: 'end-operator EMAIL',
    does: 'ends that',
    async run({ deps, operator, say, given }) {
      const { email } = await setOperator(deps, operator, { email: readEmail(given[0], 'end-operator EMAIL') }, false);
      say(`${email} is no operator any more.`);
    },
  },
  people: {
    usage: 'people [TEXT]',
    does: 'lists people of all workspaces by part of a name or address',
    run: showPeople,
  },
  sessions: {
    usage: 'sessions EMAIL',
    does: 'shows where a person is logged in',
    async run({ deps, say, given }) {
      const { sessions } = await listSessions(deps, { email: readEmail(given[0], 'sessions EMAIL') });
      printTable(
        say,
        ['SINCE (UTC)', 'LAST USED', 'FROM', 'BROWSER'],
        sessions.map((each) => [
          minute(each.created_at),
          minute(each.last_used_at),
          each.ip ?? '',
          each.user_agent ?? '',
        ]),
      );
    },
  },
  'end-sessions': {
    usage: 'end-sessions EMAIL',
    does: 'logs a person out everywhere',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'end-sessions EMAIL');
      say(`${(await endSessions(deps, operator, { email }, null)).ended} sessions of ${email} ended.`);
    },
  },
  'reset-second-factor': {
    usage: 'reset-second-factor EMAIL',
    does: 'switches off the second factor of a person who lost it; they get an email',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'reset-second-factor EMAIL');
      await resetSecondFactor(deps, operator, { email });
      say(`The second factor of ${email} is off. Make sure that it was them who asked.`);
    },
  },
  'password-link': {
    usage: 'password-link EMAIL [--show]',
    does: 'emails a person a link to set a password, or shows it to you',
    options: { show: { type: 'boolean' } },
    async run({ deps, operator, say, given, options }) {
      const email = readEmail(given[0], 'password-link EMAIL');
      if (options['show'] === true) return say(await createPasswordLink(deps, operator, { email }));
      await sendPasswordLink(deps, operator, { email });
      say(`The running Skein sends ${email} a link to set a password.`);
    },
  },
  invite: {
    usage: 'invite EMAIL',
    does: 'invites an address to open a workspace, whatever SIGN_UP says; the link works for seven days',
    async run({ deps, operator, say, given }) {
      const { email } = await inviteToSignUp(deps, operator, readEmail(given[0], 'invite EMAIL'));
      say(`The running Skein sends ${email} a link to open a workspace.`);
    },
  },
  invitations: {
    usage: 'invitations',
    does: 'lists open invitations',
    async run({ deps, say }) {
      const { invitations } = await listSignUpInvitations(deps);
      printTable(
        say,
        ['ADDRESS', 'INVITED BY', 'SINCE', 'UNTIL'],
        invitations.map((each) => [each.email, each.invited_by, minute(each.created_at), minute(each.expires_at)]),
      );
    },
  },
  'withdraw-invitation': {
    usage: 'withdraw-invitation EMAIL',
    does: 'withdraws an invitation',
    async run({ deps, operator, say, given }) {
      const email = readEmail(given[0], 'withdraw-invitation EMAIL');
      const found = (await listSignUpInvitations(deps)).invitations.find((each) => each.email === email);
      if (!found) throw new Error(`${email} is not invited.`);
      await withdrawSignUpInvitation(deps, operator, found.id);
      say(`${email} is no longer invited.`);
    },
  },
};
