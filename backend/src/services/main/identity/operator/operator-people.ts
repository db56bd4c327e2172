import type { OperatorPersonView } from '@skein/contracts/main/operator-views';
import { createRandomToken } from '#platform/crypto/random-token';
import { decodeIdCursor, encodeCursor } from '#platform/db/cursor';
import type { SqlClient } from '#platform/db/database';
import { notFound, SkeinError } from '#platform/http/skein-error';
import { keepLink, type LinkKind } from '../people/emailed-links.store';
import { operatorRule } from '../people/user-view';
import { linkPages } from '../account-mail/mail-to-person';
import { mailToPerson } from '../system-mail/system-mail.jobs';
import { noteAction } from './operator-log';
import type { Operator, OperatorDeps } from './operator.types';
import {
  clearSecondFactor,
  findSessions,
  hasOtherOperator,
  lockPerson,
  revokeSessions,
  searchPeople,
  writeOperator,
  type OperatedPerson,
} from './operator-people.store';

/** A person by id (the page) or by address (the command line). */
export type Who = { id: number } | { email: string };

const clockOf = ({ realClock }: OperatorDeps): Date => new Date(realClock.now());

export async function requirePerson(deps: OperatorDeps, sql: SqlClient, who: Who): Promise<OperatedPerson> {
  const person = await lockPerson(sql, who, operatorRule(deps.config), clockOf(deps));
  if (!person) throw notFound('email' in who ? who.email : 'This person');
  return person;
}

/** A change of one person in one transaction; answers with how they are afterwards. @throws SkeinError NOT_FOUND */
export const withPerson = (
  deps: OperatorDeps,
  who: Who,
  change: (sql: SqlClient, person: OperatedPerson, now: Date) => Promise<void>,
): Promise<OperatorPersonView> =>
  deps.db.systemSql(async (sql) => {
    const person = await requirePerson(deps, sql, who);
    await change(sql, person, clockOf(deps));
    return (await requirePerson(deps, sql, { id: person.view.id })).view;
  });

/** People of all workspaces by part of their name or address. */
export const findPeopleByText = (deps: OperatorDeps, search: string): Promise<OperatedPerson[]> =>
  deps.db.systemSql((sql) => searchPeople(sql, { search }, operatorRule(deps.config), clockOf(deps)));

/** One page of the people of all workspaces. @throws SkeinError VALIDATION for a cursor that is none */
export const listPeople = (
  deps: OperatorDeps,
  { search, cursor, limit }: { search?: string; cursor?: string; limit: number },
) =>
  deps.db.systemSql(async (sql) => {
    const before = decodeIdCursor(cursor);
    const found = await searchPeople(
      sql,
      { search, before, limit: limit + 1 },
      operatorRule(deps.config),
      clockOf(deps),
    );
    const people = found.slice(0, limit).map(({ view, workspace }) => ({ ...view, workspace }));
    const last = people.at(-1);
    return { people, next_cursor: found.length > limit && last ? encodeCursor([last.id]) : null };
  });

/** Where a person is logged in, the most recently used first. @throws SkeinError NOT_FOUND */
export const listSessions = (deps: OperatorDeps, who: Who) =>
  deps.db.systemSql(async (sql) => {
    const { view } = await requirePerson(deps, sql, who);
    return { sessions: await findSessions(sql, view.id, clockOf(deps)) };
  });

/** Ends one session of a person, or all of them; every browser that had one loses access at once. @throws SkeinError NOT_FOUND */
export const endSessions = (
  deps: OperatorDeps,
  { actor }: Operator,
  who: Who,
  sessionId: string | null,
): Promise<{ ended: number }> =>
  deps.db.systemSql(async (sql) => {
    const { view, workspace } = await requirePerson(deps, sql, who);
    const at = clockOf(deps);
    const ended = await revokeSessions(sql, view.id, at, sessionId);
    if (sessionId !== null && ended === 0) throw notFound('This session');
    await noteAction(sql, { actor, action: 'sessions-ended', workspace, email: view.email, detail: { ended }, at });
    return { ended };
  });

/**
 * Switches off the second factor of a person who lost it. Their sessions end, and they are told by email: if it was not
 * them who asked, they learn it.
 * @throws SkeinError NOT_FOUND, CONFLICT when there is none
 */
export const resetSecondFactor = (deps: OperatorDeps, { actor }: Operator, who: Who): Promise<OperatorPersonView> =>
  withPerson(deps, who, async (sql, { view, workspace }, at) => {
    if (!view.has_two_factor) throw new SkeinError('CONFLICT', `${view.email} has no second factor.`);
    await clearSecondFactor(sql, view.id);
    await revokeSessions(sql, view.id, at);
    await noteAction(sql, { actor, action: 'second-factor-reset', workspace, email: view.email, at });
    await deps.jobs.enqueue(sql, mailToPerson, { kind: 'two-factor-off', email: view.email });
  });

/** Someone without a password gets the link with which their workspace was announced, which lives longer. */
const linkKind = (person: OperatorPersonView): LinkKind => (person.has_password ? 'reset' : 'welcome');

/** Emails a person a link to set a password. @throws SkeinError NOT_FOUND, CONFLICT for a deactivated person */
export async function sendPasswordLink(deps: OperatorDeps, { actor }: Operator, who: Who): Promise<{ done: true }> {
  await withPerson(deps, who, async (sql, { view, workspace }, at) => {
    refuseInactive(view);
    await deps.jobs.enqueue(sql, mailToPerson, { kind: linkKind(view) as 'reset' | 'welcome', email: view.email });
    await noteAction(sql, { actor, action: 'password-link-sent', workspace, email: view.email, at });
  });
  return { done: true };
}

/** A link to set a password, for the command line where no email can be sent yet. @throws SkeinError NOT_FOUND, CONFLICT */
export async function createPasswordLink(deps: OperatorDeps, { actor }: Operator, who: Who): Promise<string> {
  const { view, workspace } = await deps.db.systemSql((sql) => requirePerson(deps, sql, who));
  refuseInactive(view);
  const [token, kind, at] = [createRandomToken(), linkKind(view), clockOf(deps)];
  await keepLink(deps.db, workspace.id, { userId: view.id, kind, hash: deps.hashSecret(token), now: at });
  await deps.db.systemSql((sql) =>
    noteAction(sql, {
      actor,
      action: 'password-link-sent',
      workspace,
      email: view.email,
      detail: { shown: true },
      at,
    }),
  );
  return `${deps.config.publicUrl}${linkPages[kind]}?uuid=${token}`;
}

function refuseInactive({ status, email }: OperatorPersonView): void {
  if (status !== 'active') throw new SkeinError('CONFLICT', `${email} is deactivated and cannot log in.`);
}

/**
 * Grants or removes operator rights. People in SKEIN_OPERATORS stay operators.
 * @throws SkeinError NOT_FOUND, CONFLICT for a client of an agency, an address that is not confirmed, or the last operator
 */
export const setOperator = (
  deps: OperatorDeps,
  { actor }: Operator,
  who: Who,
  value: boolean,
): Promise<OperatorPersonView> =>
  withPerson(deps, who, async (sql, { view, workspace }, at) => {
    if (value && view.client !== null)
      throw new SkeinError('CONFLICT', `${view.email} is the login of a client and cannot run the installation.`);
    if (value && !view.is_email_verified)
      throw new SkeinError('CONFLICT', `${view.email} has not confirmed the address yet.`);
    if (!value && (deps.config.operators ?? []).includes(view.email))
      throw new SkeinError('CONFLICT', `SKEIN_OPERATORS names ${view.email}: remove the address there and restart.`);
    const isLast = (deps.config.operators ?? []).length === 0 && !(await hasOtherOperator(sql, view.id));
    if (!value && isLast && !deps.config.isSandbox)
      throw new SkeinError('CONFLICT', `${view.email} is the only operator. Make someone else an operator first.`);
    await writeOperator(sql, view.id, value);
    await noteAction(sql, {
      actor,
      action: value ? 'operator-made' : 'operator-ended',
      workspace,
      email: view.email,
      at,
    });
  });
