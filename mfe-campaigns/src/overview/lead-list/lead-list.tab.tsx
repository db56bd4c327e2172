import { useMemo, useState } from 'react';
import type { CampaignLeadRow } from '@skein/contracts/main/campaign-leads.contract';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { VerificationSelection } from '@skein/contracts/main/verification.contract';
import { useAccess } from '@skein/mfe/access';
import { useSessionUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { SavedViews } from '@skein/mfe/lists/saved-views';
import { useSelection } from '@skein/mfe/lists/use-selection';
import { ColumnChooser } from '@skein/ui/column-chooser';
import { DataTable, nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { EmptyState } from '@skein/ui/empty-state';
import { zoneLabel } from '@skein/ui/instant';
import { TabPanel } from '@skein/ui/tabs';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useUi } from '@skein/ui/ui-provider';
import { editAddress } from '../../campaign-address';
import { useKeepLeadsInView } from '../../leads/leads-in-view.hooks';
import { VerifyButton, VerifyDialog } from '../../verification/verify-dialog';
import { useSubsequences } from '../../subsequence/subsequence.hooks';
import { useCampaignHold } from '../explain/explain.hooks';
import { useCampaignMailboxes, useCategoryNames, useLeadCounts } from '../overview.hooks';
import { WhyLeadDrawer, type ExplainedLead } from '../explain/explain-drawer';
import { HistoryDrawer } from './history-drawer';
import { leadColumns, nameOf } from './lead-columns';
import { LeadFilters } from './lead-filters';
import { LeadListBulk } from './lead-list-bulk';
import { LeadListDialog } from './lead-list-dialog';
import { useCampaignLeads } from './lead-list.hooks';
import { NoLeads } from './no-leads';
import { StateTabs } from './state-tabs';
import { leadMenus, type OpenLeadDialog } from './lead-menus';
import { useLeadListAddress } from './use-lead-list-address';
import { useLeadActions, useLeadSelection } from './use-lead-actions';

/** The leads of a campaign: where each of them is, why it waits, and what can be done with many of them at once. */
export function LeadListTab({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const { timeZone } = useUi();
  const access = useAccess();
  const list = useLeadListAddress();
  const { filter } = list;
  const [selection, setSelection] = useSelection({ campaign: campaign.id, ...filter });
  const [open, setOpen] = useState<OpenLeadDialog | null>(null);
  const [verifying, setVerifying] = useState<VerificationSelection | null>(null);
  const [why, setWhy] = useState<CampaignLeadRow | null>(null);
  const [history, setHistory] = useState<CampaignLeadRow | null>(null);
  const { data: counts } = useLeadCounts(campaign.id);
  const { categories, nameOf: categoryName } = useCategoryNames();
  const mailboxes = useCampaignMailboxes(campaign.id).data?.mailboxes ?? [];
  // What keeps the whole campaign keeps its leads that have no date of their own.
  const explanation = useCampaignHold(campaign.id, campaign.status === 'ACTIVE');
  const isSubsequence = campaign.parent_campaign_id !== null;
  const { data: subsequences } = useSubsequences(campaign.id, !isSubsequence && access.may('lead.write'));
  const targets = (subsequences?.rows ?? []).filter((row) => row.status !== 'STOPPED' && row.status !== 'ARCHIVED');
  const columns = useMemo(
    () =>
      leadColumns({
        now,
        timeZone,
        status: campaign.status,
        explanation,
        steps: campaign.step_count,
        categoryName,
        onWhy: setWhy,
      }),
    [now, timeZone, campaign.status, explanation, campaign.step_count, categoryName],
  );
  const { view, setView, pageSize, fills, setPageSize } = useListChoice('campaign-leads', columns);
  const query = { ...filter, limit: pageSize, ...(list.cursor ? { cursor: list.cursor } : {}) };
  const { data, isLoading, problem } = useCampaignLeads(campaign.id, query);
  const actions = useLeadActions(campaign.id);
  const named = useLeadSelection(campaign.id, filter);
  const rows = data?.rows ?? [];
  useKeepLeadsInView(rows.map(({ lead }) => lead));
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
    work.catch((failure: unknown) => showProblem('Nothing was changed', failure));
  };
  const menus = leadMenus({
    categories,
    mailboxes,
    hasTargets: targets.length > 0,
    mayWrite,
    mayDelete: access.may('lead.delete'),
    actions,
    withSelection,
    quietly,
    onWhy: setWhy,
    onHistory: setHistory,
    onOpen: setOpen,
  });
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
      <StateTabs tab={filter.tab} counts={counts?.tabs} onChange={(tab) => change({ tab })} />
      <TabPanel bare id="leads-by-state" value={filter.tab}>
        <LeadFilters
          filter={filter}
          onChange={change}
          isFiltered={list.isFiltered}
          onReset={list.reset}
          categories={categories.map((category) => ({
            value: String(category.id),
            label: category.name,
          }))}
          mailboxes={mailboxes.map((mailbox) => ({
            value: String(mailbox.id),
            label: mailbox.from_email,
          }))}
          steps={campaign.step_count}
          end={
            <>
              {mayWrite && !isSubsequence && (
                <Button size="small" icon="plus" href={editAddress(campaign, 'import-leads')}>
                  Add leads
                </Button>
              )}
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
          rowActions={menus.rowActions}
          onRowOpen={setHistory}
          loading={isLoading}
          error={problem}
          filtered={list.isFiltered}
          bulkActions={(selected, count) => (
            <LeadListBulk
              menus={menus}
              hasMailboxes={mailboxes.length > 1}
              hasTargets={targets.length > 0}
              mayDelete={access.may('lead.delete')}
              selected={selected}
              onPause={() => quietly(withSelection(selected, actions.pause))}
              onOpen={(kind) => setOpen({ kind, selection: selected, count })}
              {...(mayVerify
                ? {
                    onVerify: () =>
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
                      ),
                  }
                : {})}
            />
          )}
          empty={<NoLeads campaign={campaign} mayWrite={mayWrite} />}
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
            fills,
            pageSizes: [5, 10, 25, 50, 100, 200],
            onPageSizeChange: (size) => {
              setPageSize(size);
              list.change({});
            },
            note: `Times in ${zoneLabel(timeZone)}`,
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
      {open && (
        <LeadListDialog
          open={open}
          targets={targets}
          actions={actions}
          withSelection={withSelection}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
