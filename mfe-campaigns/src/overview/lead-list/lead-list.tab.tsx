import { useMemo } from 'react';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { VerificationSelection } from '@skein/contracts/main/verification.contract';
import { useAccess } from '@skein/mfe/access';
import { useListChoice } from '@skein/mfe/lists/list-choice';
import { useSessionUser } from '@skein/mfe/session';
import { showProblem } from '@skein/mfe/toasts';
import { nothingSelected, type DataTableSelection } from '@skein/ui/data-table';
import { TabPanel } from '@skein/ui/tabs';
import { useUi } from '@skein/ui/ui-provider';
import { WorkStrip } from '../../leads/work-strip';
import { useCampaignHold } from '../explain/explain.hooks';
import { useLeadCounts } from '../overview.hooks';
import { leadColumns } from './lead-columns';
import { LeadFilters } from './lead-filters';
import { LeadListBulk } from './lead-list-bulk';
import { LeadListTools } from './lead-list-tools';
import { leadMenus } from './lead-menus';
import { LeadTable } from './lead-table';
import { OpenedOverLeads } from './opened-over-leads';
import { StateTabs } from './state-tabs';
import { useLeadActions } from './use-lead-actions';
import { useLeadListAddress } from './use-lead-list-address';
import { useLeadPlaces } from './use-lead-places';
import { useOpenedOverLeads } from './use-opened-over-leads';
import { useSelectedLeads } from './use-selected-leads';

const quietly = (work: Promise<void>) => {
  work.catch((failure: unknown) => showProblem('Nothing was changed', failure));
};

/** The leads of a campaign: where each of them is, why it waits, and what can be done with many of them at once. */
export function LeadListTab({ campaign, now }: { campaign: CampaignView; now: Date }) {
  const { timeZone } = useUi();
  const access = useAccess();
  const mayWrite = access.may('lead.write');
  const mayDelete = access.may('lead.delete');
  const isClient = useSessionUser()?.isClient ?? false;
  const list = useLeadListAddress();
  const { filter, change } = list;
  const { data: counts } = useLeadCounts(campaign.id);
  const { categories, categoryName, mailboxes, targets } = useLeadPlaces(campaign);
  const opened = useOpenedOverLeads();
  // What keeps the whole campaign keeps its leads that have no date of their own.
  const explanation = useCampaignHold(campaign.id, campaign.status === 'ACTIVE');
  const { status, step_count: steps } = campaign;
  const { openWhy } = opened;
  const columns = useMemo(
    () => leadColumns({ now, timeZone, status, explanation, steps, categoryName, onWhy: openWhy }),
    [now, timeZone, status, explanation, steps, categoryName, openWhy],
  );
  const choice = useListChoice('campaign-leads', columns);
  const actions = useLeadActions(campaign.id);
  const selected = useSelectedLeads(campaign.id, filter);
  const { withSelection } = selected;
  const hasTargets = targets.length > 0;
  const menus = leadMenus({
    categories,
    mailboxes,
    hasTargets,
    mayWrite,
    mayDelete,
    actions,
    withSelection,
    quietly,
    onWhy: openWhy,
    onHistory: opened.openHistory,
    onOpen: opened.openDialog,
  });
  const verify = async (given: DataTableSelection) => {
    const enrolments = await selected.named(given);
    opened.openVerification({ campaign_id: campaign.id, enrolments } as VerificationSelection);
  };
  return (
    <>
      <WorkStrip />
      <StateTabs tab={filter.tab} counts={counts?.tabs} onChange={(tab) => change({ tab })} />
      <TabPanel bare id="leads-by-state" value={filter.tab}>
        <LeadFilters
          filter={filter}
          onChange={change}
          isFiltered={list.isFiltered}
          onReset={list.reset}
          categories={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          mailboxes={mailboxes.map((mailbox) => ({ value: String(mailbox.id), label: mailbox.from_email }))}
          steps={steps}
          end={
            <LeadListTools
              campaign={campaign}
              filter={filter}
              hasLeads={(counts?.tabs.all ?? 0) > 0}
              columns={columns}
              choice={choice}
            />
          }
        />
        <LeadTable
          campaign={campaign}
          list={list}
          columns={columns}
          choice={choice}
          selected={selected}
          menus={menus}
          onRowOpen={opened.openHistory}
          bulkActions={(given, count) => (
            <LeadListBulk
              menus={menus}
              hasMailboxes={mailboxes.length > 1}
              hasTargets={hasTargets}
              mayDelete={mayDelete}
              selected={given}
              onPause={() => quietly(withSelection(given, actions.pause))}
              onOpen={(kind) => opened.openDialog({ kind, selection: given, count })}
              {...(mayWrite && !isClient ? { onVerify: () => quietly(verify(given)) } : {})}
            />
          )}
        />
      </TabPanel>
      <OpenedOverLeads
        campaign={campaign}
        opened={opened}
        targets={targets}
        actions={actions}
        withSelection={withSelection}
        onVerifying={() => selected.select(nothingSelected)}
      />
    </>
  );
}
