import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { leadTabs, type CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import type { VerificationSelection } from '@skein/contracts/main/verification.contract';
import { useAbandonStale } from '@skein/mfe/abandon-stale';
import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { Menu, type MenuEntry } from '@skein/ui/menu';
import { TabPanel, Tabs } from '@skein/ui/tabs';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { editAddress } from '../../campaign-address';
import { useKeysetPages } from '../../keyset-pages';
import { VerifyButton, VerifyDialog } from '../../verification/verify-dialog';
import { useSubsequenceListQuery } from '../../subsequence/api';
import { PushDialog } from '../../subsequence/push-dialog';
import {
  useOverviewCategoriesQuery,
  useOverviewExplainCampaignQuery,
  useOverviewLeadCountsQuery,
  useOverviewLeadsQuery,
  useOverviewMailboxesQuery,
} from '../api';
import { WhyLeadDrawer, type ExplainedLead } from '../explain/explain-drawer';
import { HistoryDrawer } from './history-drawer';
import { isLeadFiltered, readLeadFilter, writeLeadFilter, type LeadFilterQuery, type LeadTab } from './lead-address';
import { leadColumns, nameOf } from './lead-columns';
import { RemoveDialog, ResumeDialog, UnsubscribeDialog } from './lead-dialogs';
import { LeadFilters } from './lead-filters';
import { useLeadActions, useLeadSelection } from './use-lead-actions';

const TabLine = styled.div`
  flex: none;
  padding: 0 var(--s-6);
  border-bottom: 1px solid var(--border);
  @media (max-width: 720px) {
    padding: 0 var(--s-4);
  }
`;

const tabWords: Record<LeadTab, string> = {
  all: 'All',
  active: 'Active',
  replied: 'Replied',
  failed: 'Failed',
  scheduled: 'Scheduled',
  manual_followups: 'Manual steps',
  completed: 'Completed',
  paused: 'Paused',
  blocked: 'Blocked',
};
const usualPageSize = 50;
type Open = {
  kind: 'resume' | 'unsubscribe' | 'remove' | 'push';
  selection: DataTableSelection;
  /** Null: more than are counted. */ count: number | null;
} | null;

/** The leads of a campaign: where each of them is, why it waits, and what can be done with many of them at once. */
export function LeadListTab({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const params = { campaignId: campaign.id };
  const access = useAccess();
  const list = useLeadListAddress();
  const { filter } = list;
  const [selection, setSelection] = useSelection({ campaign: campaign.id, ...filter });
  const [open, setOpen] = useState<Open>(null);
  const [verifying, setVerifying] = useState<VerificationSelection | null>(null);
  const [why, setWhy] = useState<CampaignLeadRow | null>(null);
  const [history, setHistory] = useState<CampaignLeadRow | null>(null);
  const { data: counts } = useOverviewLeadCountsQuery({ params });
  const { data: categories } = useOverviewCategoriesQuery(undefined, { skip: !access.may('inbox.read') });
  const { data: mailboxes } = useOverviewMailboxesQuery({ params });
  // What keeps the whole campaign keeps its leads that have no date of their own.
  const { data: explanation } = useOverviewExplainCampaignQuery(
    { params },
    { skip: campaign.status !== 'ACTIVE', pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  const isSubsequence = campaign.parent_campaign_id !== null;
  const { data: subsequences } = useSubsequenceListQuery(
    { params },
    { skip: isSubsequence || !access.may('lead.write') },
  );
  const targets = (subsequences?.rows ?? []).filter((row) => row.status !== 'STOPPED' && row.status !== 'ARCHIVED');
  const categoryName = useCallback(
    (id: number) => categories?.categories.find((category) => category.id === id)?.name ?? `Category ${id}`,
    [categories],
  );
  const columns = useMemo(
    () =>
      leadColumns({
        now,
        timeZone: campaign.schedule.timezone,
        status: campaign.status,
        explanation,
        steps: campaign.step_count,
        categoryName,
        onWhy: setWhy,
      }),
    [now, campaign.schedule.timezone, campaign.status, explanation, campaign.step_count, categoryName],
  );
  const { view, setView, pageSize, setPageSize } = useListChoice('campaign-leads', columns, usualPageSize);
  const query = { ...filter, limit: pageSize, ...(list.cursor ? { cursor: list.cursor } : {}) };
  const { data, currentData, error, isFetching, refetch } = useOverviewLeadsQuery(
    { params, query },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  useAbandonStale('overviewLeads', { params, query });
  const actions = useLeadActions(campaign.id);
  const named = useLeadSelection(campaign.id, filter);
  const rows = data?.rows ?? [];
  const mayWrite = access.may('lead.write');
  const isClient = useSessionUser()?.isClient ?? false;
  const mayVerify = mayWrite && !isClient;
  const { change } = list;
  // What was selected stays so when nothing came of it, and when only the menu of one row was used.
  const withSelection = (
    given: DataTableSelection,
    run: (selection: Awaited<ReturnType<typeof named>>) => Promise<void>,
  ) =>
    named(given).then(async (selected) => {
      await run(selected);
      if (given === selection) setSelection(nothingSelected);
    });
  const quietly = (work: Promise<void>) => {
    work.catch((problem: unknown) => showProblem('Nothing was changed', problem));
  };
  const one = (row: CampaignLeadRow): DataTableSelection => ({ mode: 'some', ids: [String(row.enrolment_id)] });

  const categoryEntries = (given: DataTableSelection): MenuEntry[] => [
    ...(categories?.categories ?? [])
      .filter((category) => category.id < 8 || category.id > 9)
      .map((category): MenuEntry => ({
        label: category.name,
        ...(category.id === 4 ? { detail: 'Also stops and blocks' } : {}),
        onSelect: () =>
          quietly(withSelection(given, (selected) => actions.categorise(selected, category.id, category.name))),
      })),
    { kind: 'separator' },
    {
      label: 'No category',
      onSelect: () => quietly(withSelection(given, (selected) => actions.categorise(selected, null, ''))),
    },
  ];
  const mailboxEntries = (given: DataTableSelection): MenuEntry[] =>
    (mailboxes?.mailboxes ?? []).map((mailbox) => ({
      label: mailbox.from_email,
      detail: `${mailbox.sent_today} of ${mailbox.message_per_day} today`,
      onSelect: () =>
        quietly(
          withSelection(given, (selected) => actions.move(selected, { id: mailbox.id, email: mailbox.from_email })),
        ),
    }));
  const rowActions = (row: CampaignLeadRow): MenuEntry[] => {
    const looks: MenuEntry[] = [
      { label: 'Why was it not mailed?', icon: 'help', onSelect: () => setWhy(row) },
      { label: 'Messages', icon: 'mail', onSelect: () => setHistory(row) },
      { label: 'Open lead', icon: 'arrow-right', href: `/app/lead/${row.lead.id}/view` },
    ];
    if (!mayWrite) return looks;
    const isOpen = row.status === 'STARTED' || row.status === 'INPROGRESS';
    return [
      ...looks,
      { kind: 'separator' },
      isOpen
        ? { label: 'Pause', icon: 'pause', onSelect: () => quietly(withSelection(one(row), actions.pause)) }
        : {
            label: 'Resume',
            icon: 'play',
            disabled: row.status === 'BLOCKED',
            ...(row.status === 'BLOCKED' ? { detail: 'The address is blocked' } : {}),
            onSelect: () => setOpen({ kind: 'resume', selection: one(row), count: 1 }),
          },
      { kind: 'submenu', label: 'Category', icon: 'tag', entries: categoryEntries(one(row)) },
      ...(mailboxes && mailboxes.mailboxes.length > 1
        ? [
            {
              kind: 'submenu' as const,
              label: 'Change mailbox',
              icon: 'mail' as const,
              entries: mailboxEntries(one(row)),
            },
          ]
        : []),
      ...(targets.length > 0
        ? [
            {
              label: 'Push to a subsequence',
              icon: 'branch' as const,
              onSelect: () => setOpen({ kind: 'push', selection: one(row), count: 1 }),
            },
          ]
        : []),
      { kind: 'separator' },
      {
        label: 'Unsubscribe',
        icon: 'block',
        tone: 'danger',
        onSelect: () => setOpen({ kind: 'unsubscribe', selection: one(row), count: 1 }),
      },
      ...(access.may('lead.delete')
        ? [
            {
              label: 'Remove from campaign',
              icon: 'trash' as const,
              tone: 'danger' as const,
              onSelect: () => setOpen({ kind: 'remove', selection: one(row), count: 1 }),
            },
          ]
        : []),
    ];
  };
  const first = list.offset + 1;
  const explained: ExplainedLead | null = why && {
    enrolmentId: why.enrolment_id,
    leadId: why.lead.id,
    name: nameOf(why),
    email: why.lead.email,
    company: why.lead.company_name,
  };
  return (
    <>
      <TabLine>
        <Tabs
          id="leads-by-state"
          label="Leads by state"
          line={false}
          value={filter.tab}
          onValueChange={(tab) => change({ tab: tab as LeadTab })}
          items={leadTabs.map((tab) => ({
            id: tab,
            label: tabWords[tab],
            ...(counts ? { count: (counts.tabs[tab] ?? 0).toLocaleString('en-US') } : {}),
          }))}
        />
      </TabLine>
      <TabPanel bare id="leads-by-state" value={filter.tab}>
        <LeadFilters
          filter={filter}
          onChange={change}
          isFiltered={list.isFiltered}
          onReset={list.reset}
          categories={(categories?.categories ?? []).map((category) => ({
            value: String(category.id),
            label: category.name,
          }))}
          mailboxes={(mailboxes?.mailboxes ?? []).map((mailbox) => ({
            value: String(mailbox.id),
            label: mailbox.from_email,
          }))}
          steps={campaign.step_count}
          end={
            <>
              {(counts?.tabs.all ?? 0) > 0 && (
                <VerifyButton
                  small
                  name={campaign.name}
                  selection={{ filter: { campaign_id: campaign.id }, excluded_ids: [] }}
                />
              )}
              <SavedViews list="campaign-leads" />
              <ColumnChooser columns={columns} view={view} onViewChange={setView} />
            </>
          }
        />
        <DataTable<CampaignLeadRow>
          label="Leads of the campaign"
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.enrolment_id)}
          rowLabel={(row) => nameOf(row) || row.lead.email}
          view={view}
          onViewChange={setView}
          {...(mayWrite ? { selection, onSelectionChange: setSelection } : {})}
          {...(data && !data.total_is_capped ? { total: data.total } : {})}
          rowActions={rowActions}
          onRowOpen={setHistory}
          loading={isFetching && !currentData}
          error={error ? { message: error.message, onRetry: () => void refetch() } : null}
          filtered={list.isFiltered}
          bulkActions={(selected, count) => (
            <>
              <Button variant="ghost" icon="pause" onClick={() => quietly(withSelection(selected, actions.pause))}>
                Pause
              </Button>
              <Button
                variant="ghost"
                icon="play"
                onClick={() => setOpen({ kind: 'resume', selection: selected, count })}
              >
                Resume
              </Button>
              <Menu
                trigger={
                  <Button variant="ghost" icon="tag" iconEnd="chevron-down">
                    Category
                  </Button>
                }
                entries={categoryEntries(selected)}
              />
              {mailboxes && mailboxes.mailboxes.length > 1 && (
                <Menu
                  trigger={
                    <Button variant="ghost" icon="mail" iconEnd="chevron-down">
                      Mailbox
                    </Button>
                  }
                  entries={mailboxEntries(selected)}
                />
              )}
              {targets.length > 0 && (
                <Button
                  variant="ghost"
                  icon="branch"
                  onClick={() => setOpen({ kind: 'push', selection: selected, count })}
                >
                  Push to a subsequence
                </Button>
              )}
              {mayVerify && (
                <Button
                  variant="ghost"
                  icon="check"
                  onClick={() =>
                    quietly(
                      named(selected).then((enrolments) =>
                        setVerifying({
                          campaign_id: campaign.id,
                          enrolments: enrolments as Extract<
                            VerificationSelection,
                            { enrolments: unknown }
                          >['enrolments'],
                        }),
                      ),
                    )
                  }
                >
                  Verify
                </Button>
              )}
              <Button
                variant="ghost"
                icon="block"
                onClick={() => setOpen({ kind: 'unsubscribe', selection: selected, count })}
              >
                Unsubscribe
              </Button>
              {access.may('lead.delete') && (
                <Button
                  variant="ghost"
                  icon="trash"
                  onClick={() => setOpen({ kind: 'remove', selection: selected, count })}
                >
                  Take out
                </Button>
              )}
            </>
          )}
          empty={
            isSubsequence ? (
              <EmptyState
                icon="branch"
                title="Nobody was pushed yet"
                actions={
                  mayWrite ? (
                    <Button href={editAddress(campaign, 'lead-condition')}>Look at the triggers</Button>
                  ) : undefined
                }
              >
                Leads come when a trigger fires, or by hand from the lead list of the parent campaign.
              </EmptyState>
            ) : (
              <EmptyState
                icon="users"
                title="No leads yet"
                actions={
                  mayWrite ? (
                    <Button variant="primary" href={editAddress(campaign, 'import-leads')}>
                      Import leads
                    </Button>
                  ) : undefined
                }
              >
                Import a file, paste rows, or add leads one by one.
              </EmptyState>
            )
          }
          emptyFiltered={
            <EmptyState
              icon="filter"
              title="No lead matches"
              actions={<Button onClick={list.reset}>Clear the filters</Button>}
            >
              Change or clear the filters to see more.
            </EmptyState>
          }
          paging={{
            from: rows.length === 0 ? 0 : first,
            to: rows.length === 0 ? 0 : list.offset + rows.length,
            ...(data && !data.total_is_capped ? { total: data.total } : {}),
            hasPrevious: list.cursor !== null,
            hasNext: Boolean(data?.next_cursor),
            onPrevious: list.previous,
            onNext: () => {
              if (data?.next_cursor) list.next(data.next_cursor, list.offset + rows.length);
            },
            pageSize,
            pageSizes: [5, 10, 25, 50, 100, 200],
            onPageSizeChange: (size) => {
              setPageSize(size);
              list.change({});
            },
            note: `Times in ${campaign.schedule.timezone}`,
          }}
        />
      </TabPanel>
      <WhyLeadDrawer campaign={campaign} lead={explained} onClose={() => setWhy(null)} />
      <HistoryDrawer campaign={campaign} row={history} onClose={() => setHistory(null)} />
      {verifying && (
        <VerifyDialog
          name={campaign.name}
          selection={verifying}
          onClose={() => setVerifying(null)}
          onStarted={() => setSelection(nothingSelected)}
        />
      )}
      {open?.kind === 'resume' && (
        <ResumeDialog
          count={open.count}
          onClose={() => setOpen(null)}
          onConfirm={(days) => withSelection(open.selection, (selected) => actions.resume(selected, days))}
        />
      )}
      {open?.kind === 'unsubscribe' && (
        <UnsubscribeDialog
          count={open.count}
          onClose={() => setOpen(null)}
          onConfirm={(everywhere) =>
            withSelection(open.selection, (selected) => actions.unsubscribe(selected, everywhere))
          }
        />
      )}
      {open?.kind === 'push' && (
        <PushDialog
          count={open.count}
          targets={targets}
          onClose={() => setOpen(null)}
          onConfirm={(target, options) =>
            withSelection(open.selection, (selected) => actions.push(selected, target, options))
          }
        />
      )}
      {open?.kind === 'remove' && (
        <RemoveDialog
          count={open.count}
          onClose={() => setOpen(null)}
          onConfirm={() => withSelection(open.selection, actions.remove)}
        />
      )}
    </>
  );
}

/** Filters and page of the list, bound to the URL. */
function useLeadListAddress() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const filter = useMemo(() => readLeadFilter(query), [query]);
  const change = useCallback(
    (changed: LeadFilterQuery) => setQuery((current) => writeLeadFilter(current, changed), { replace: true }),
    [setQuery],
  );
  return {
    ...useKeysetPages(),
    filter,
    change,
    isFiltered: isLeadFiltered(query),
    reset: () => navigate(pathname, { replace: true }),
  };
}
