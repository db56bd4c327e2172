import { useMemo } from 'react';
import { refusalOf } from '@skein/mfe/access';
import { actions, type Action } from '@skein/mfe/actions';
import { navigateTo } from '@skein/mfe/navigation';
import { speaksOfPlans } from '@skein/mfe/plans';
import { useSessionPlan, useSessionUser } from '@skein/mfe/session';
import { useSignal } from '@skein/mfe/signal';
import { findActions, fitsWell, isOfPage, pageFirst } from './find-actions';
import { type Found, useFoundRecords } from './use-found-records';
import { isSettingsField, pageActions } from './page-actions';
import { recentPages } from './recent-pages';

/** The most of what the frame offers that is shown before the records. */
const mostBeforeRecords = 5;

/** The lines in their groups: the group of the best line comes first, and each group stays whole. */
function inGroups(lines: readonly Found[]): Found[] {
  const groups = [...new Set(lines.map(({ group }) => group))];
  return groups.flatMap((group) => lines.filter((line) => line.group === group));
}

const withoutDoubles = (lines: readonly Found[]): Found[] =>
  lines.filter(
    (line, at) => lines.findIndex((other) => other.label === line.label && other.detail === line.detail) === at,
  );

/** Pages that this person opened lately, without the one that is shown. */
function recentLines(recent: ReturnType<typeof recentPages.get>, personId: string | undefined): Found[] {
  return recent
    .filter((page) => page.personId === personId && page.to !== window.location.pathname + window.location.search)
    .map((page) => ({
      id: `recent.${page.to}`,
      label: page.label,
      detail: page.within,
      group: 'Recent',
      icon: 'clock',
      run: () => navigateTo(page.to),
    }));
}

const isRecord = (line: Found, to: string) => line.id === `record.${to}`;

interface Offered {
  commands: readonly Action[];
  recent: readonly Found[];
}

/** Without a query: what the page can do, then where somebody was, then everything else. */
function unasked({ commands, recent }: Offered): Found[] {
  const shown = pageFirst(commands.filter((action) => !isSettingsField(action)));
  return inGroups([
    ...shown.filter(isOfPage),
    ...recent,
    ...withoutDoubles(shown).filter((action) => !isOfPage(action)),
  ]);
}

/** With a query: what the page can do, pages that were open lately, commands and settings by name, records, and the rest. */
function asked({ commands, recent }: Offered, query: string, records: readonly Found[], isAsking: boolean): Found[] {
  const fitting = withoutDoubles(findActions(pageFirst(commands), query));
  const strong = fitting.filter((action) => fitsWell(action, query));
  const ofFrame = strong.filter((action) => !isOfPage(action));
  const lately = findActions(recent, query).filter(
    (page) => fitsWell(page, query) && !records.some((line) => isRecord(line, page.id.slice('recent.'.length))),
  );
  const named = [
    ...strong.filter(isOfPage),
    ...lately,
    ...ofFrame.slice(0, mostBeforeRecords),
    ...records,
    ...ofFrame.slice(mostBeforeRecords),
  ];
  // Letters in order are a guess: shown when nothing is called so, and not before that is known.
  return inGroups(named.length > 0 || isAsking ? named : fitting);
}

/** What the palette offers for a query. */
export function usePaletteLines(query: string): { lines: Found[]; isAsking: boolean; hasFailed: boolean } {
  const registered = useSignal(actions);
  const recent = useSignal(recentPages);
  const user = useSessionUser();
  const plan = useSessionPlan();
  const personId = user?.uuid;
  const pages = useMemo(
    () =>
      user && plan ? pageActions((requires) => refusalOf({ user, plan }, requires) === null, speaksOfPlans(plan)) : [],
    [user, plan],
  );
  const { found: records, isAsking, hasFailed } = useFoundRecords(query);
  const lines = useMemo(() => {
    const offered = {
      commands: [...registered.filter((action) => action.id !== 'frame.palette'), ...pages],
      recent: recentLines(recent, personId),
    };
    return query.trim() === '' ? unasked(offered) : asked(offered, query, records, isAsking);
  }, [registered, pages, query, records, isAsking, recent, personId]);
  return { lines, isAsking, hasFailed };
}
