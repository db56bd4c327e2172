import type { CampaignView } from '@skein/contracts/main/campaign-views';
import type { StepItem } from '@skein/ui/stepper';
import { editAddress, type CampaignPlace } from '../campaign-address';

/** The five tabs of the form in their order (docs/domain.md, Statuses), as they stand in the URL. */
const formTabs = ['lead-condition', 'import-leads', 'sequences', 'setup', 'final-review'] as const;
export type FormTab = (typeof formTabs)[number];

export const tabNames: Record<FormTab, string> = {
  'lead-condition': 'Lead Condition',
  'import-leads': 'Import Leads',
  sequences: 'Sequences',
  setup: 'Setup',
  'final-review': 'Final Review',
};

/** The tab an address names; the first when it names none. */
export const tabOf = (text: string | null): FormTab =>
  formTabs.find((tab) => tab === text || tab.replace(/-/g, '_') === text) ?? 'lead-condition';

/** Where a tab stands; `more` adds what a jump wants to show (step, variant, setting). */
export const formAddress = (campaign: CampaignPlace, tab: FormTab, more: Record<string, string> = {}): string =>
  editAddress(campaign, tab, more);

/** A subsequence gets its leads from its parent: it has no tab for importing them. */
const tabsOf = (isSubsequence: boolean): readonly FormTab[] =>
  isSubsequence ? formTabs.filter((tab) => tab !== 'import-leads') : formTabs;

/** What is missing on a tab, in words; nothing on the last, which looks at all of them. */
export function missingOn(campaign: Pick<CampaignView, 'missing'>, tab: FormTab): string[] {
  const { missing } = campaign;
  return {
    'lead-condition': missing.lead_condition,
    'import-leads': missing.import_leads,
    sequences: missing.sequences,
    setup: missing.setup,
    'final-review': [],
  }[tab];
}

/** Where a campaign is gone on with: the first tab on which something is missing, else the review. */
export const firstOpenTab = (campaign: Pick<CampaignView, 'missing'>, isSubsequence = false): FormTab =>
  tabsOf(isSubsequence).find((tab) => missingOn(campaign, tab).length > 0) ?? 'final-review';

/** The stepper: a tab is done when nothing is missing on it, and needs a look when it was passed without. */
export function formSteps(campaign: CampaignView | null, current: FormTab, isSubsequence = false): StepItem[] {
  const shown = tabsOf(isSubsequence);
  const at = shown.indexOf(current);
  return shown.map((tab, index) => {
    const isDone = campaign !== null && tab !== 'final-review' && missingOn(campaign, tab).length === 0;
    const launched = campaign !== null && campaign.status !== 'DRAFTED' && tab === 'final-review';
    const state =
      tab === current
        ? ('current' as const)
        : isDone || launched
          ? ('done' as const)
          : index < at
            ? ('problem' as const)
            : ('open' as const);
    const count =
      tab === 'import-leads' && campaign && campaign.progress.total > 0
        ? campaign.progress.total.toLocaleString('en-US')
        : undefined;
    return {
      id: tab,
      label: tabNames[tab],
      state,
      ...(count === undefined ? {} : { count }),
      ...(campaign ? { href: formAddress(campaign, tab) } : {}),
    };
  });
}

/** The tab that follows; null after the last. */
export function tabAfter(tab: FormTab, isSubsequence = false): FormTab | null {
  const shown = tabsOf(isSubsequence);
  return shown[shown.indexOf(tab) + 1] ?? null;
}
