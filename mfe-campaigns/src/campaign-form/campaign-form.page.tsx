import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useParams } from 'react-router-dom';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { problemOf } from '@skein/mfe/problem';
import { PageSkeleton } from '@skein/mfe/page-skeleton';
import { Redirect } from '@skein/mfe/redirect';
import { useSearchParams } from '@skein/mfe/search-params';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Stepper } from '@skein/ui/stepper';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { CampaignState } from '../campaigns-list/campaign-state';
import { inArea, overviewAddress } from '../campaign-address';
import { SubsequenceConditionTab } from '../subsequence/subsequence-condition.tab';
import { BarContext, BarSlot } from './bar-slot';
import type { CampaignFormProps, CampaignFormState } from './campaign-form.hooks';
import { useCampaignForm } from './campaign-form.hooks';
import { FormBar, FormBarEnd, FormTabBody } from './form-layout';
import { firstOpenTab, formAddress, formSteps, tabNames, tabOf, type FormTab } from './form-steps';
import { type TabProps } from './form-page';
import { LeadConditionTab } from './lead-condition.tab';
import { SaveStatus, SavingProvider } from './save-status';

const tabs: Record<Exclude<FormTab, 'lead-condition'>, ReturnType<typeof lazyPage<TabProps>>> = {
  'import-leads': lazyPage(() => import('./import/import.tab').then((module) => module.ImportTab)),
  sequences: lazyPage(() => import('./sequence/sequence.tab').then((module) => module.SequenceTab)),
  setup: lazyPage(() => import('./setup/setup.tab').then((module) => module.SetupTab)),
  'final-review': lazyPage(() => import('./review/review.tab').then((module) => module.ReviewTab)),
};

/** Tabs that place the way on themselves: they have something to do before it, or a more urgent button. */
const ownContinue = new Set<FormTab>(['import-leads', 'setup']);

/**
 * The campaign form: /app/email-campaign/new-campaign?id=&tab=, and of a subsequence /app/campaign/{parentId}/new-subsequence?id=&tab=.
 * Without an id it makes the draft with the first change.
 */
export function CampaignFormPage() {
  const [query] = useSearchParams();
  const { parentId: parentText } = useParams();
  const parentId = parentText === undefined ? null : Number(parentText);
  const asked = Number(query.get('id'));
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  // A draft that was just made goes on in the same form; another campaign gets its own.
  const [shown, setShown] = useState({ id, key: 0 });
  if (shown.id !== id) setShown({ id, key: shown.id === null ? shown.key : shown.key + 1 });
  if (parentId !== null && !(Number.isSafeInteger(parentId) && parentId > 0)) return <NotFoundPage />;
  return (
    <CampaignForm
      key={shown.key}
      parentId={parentId}
      campaignId={id}
      tab={id === null ? 'lead-condition' : query.has('tab') ? tabOf(query.get('tab')) : null}
      folderId={Number(query.get('folder')) || null}
    />
  );
}

function Frame({
  steps,
  status,
  end,
  heading,
  body,
  children,
}: {
  steps: ReturnType<typeof formSteps>;
  status: ReactNode;
  end: ReactNode;
  heading: string;
  body: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  return (
    <div style={{ flex: 1, minHeight: 0, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
      <VisuallyHidden as="h1">{heading}</VisuallyHidden>
      <FormBar>
        <Stepper steps={steps} label="Campaign form" />
        <FormBarEnd>
          {status}
          {end}
        </FormBarEnd>
      </FormBar>
      <FormTabBody ref={body} tabIndex={-1}>
        {children}
      </FormTabBody>
    </div>
  );
}

/** The shape of a tab that comes. */
const shapeOf = (tab: FormTab) => (tab === 'sequences' ? 'editor' : 'form');

/** Loads a tab's code; the first one is part of the form. */
const preloadTab = (tab: FormTab | null) => {
  if (tab && tab !== 'lead-condition') tabs[tab].preload();
};

function CampaignForm(props: CampaignFormProps) {
  // The code of the tab comes together with the campaign, not after it.
  useState(() => preloadTab(props.tab));
  const state = useCampaignForm(props);
  const { campaign, isSubsequence, next, error, refetch } = state;
  useEffect(() => {
    preloadTab(next);
  }, [next]);
  if (error && !campaign) {
    if (problemOf(error).status === 404) return <NotFoundPage />;
    return (
      <div style={{ margin: 'auto' }}>
        <EmptyState
          drawing="broken"
          title="This campaign could not be loaded"
          actions={
            <Button variant="primary" icon="refresh" onClick={refetch}>
              Try again
            </Button>
          }
        >
          {problemOf(error).message}
        </EmptyState>
      </div>
    );
  }
  // A subsequence has one address, under its own parent; a campaign is no subsequence.
  if (campaign && campaign.parent_campaign_id !== props.parentId) return <NotFoundPage />;
  // A draft is gone on with where something is missing.
  if (campaign && props.tab === null)
    return <Redirect to={inArea(formAddress(campaign, firstOpenTab(campaign, isSubsequence)))} />;
  return <ShownForm {...props} state={state} />;
}

interface ShownProps extends CampaignFormProps {
  state: CampaignFormState;
}

function ShownForm(props: ShownProps) {
  const { state } = props;
  const { campaign, isSubsequence, tab, next, saving, slot, goOn, body, isThere, mayWrite } = state;
  const Tab = tab === 'lead-condition' ? null : tabs[tab];
  return (
    <SavingProvider saving={saving}>
      <BarContext value={{ slot, goOn, label: next ? `Continue to ${tabNames[next]}` : '' }}>
        <Frame
          body={body}
          steps={formSteps(campaign, tab, isSubsequence)}
          heading={`${tabNames[tab]}, ${campaign?.name ?? (isSubsequence ? 'new subsequence' : 'new campaign')}`}
          status={<FormStatus state={state} />}
          end={<FormEnd state={state} />}
        >
          {!isThere && <PageSkeleton label="Loading the campaign" shape={shapeOf(tab)} />}
          {isThere && !Tab && <FirstTab {...props} />}
          {campaign && Tab && (
            <Suspense fallback={<PageSkeleton label={`Loading ${tabNames[tab]}`} shape={shapeOf(tab)} />}>
              <Tab campaign={campaign} mayWrite={mayWrite} />
            </Suspense>
          )}
        </Frame>
      </BarContext>
    </SavingProvider>
  );
}

/** What the campaign is and who may enter it: of a subsequence, when leads of its parent do. */
function FirstTab({ state, parentId, folderId }: ShownProps) {
  const { campaign, parent, mayWrite, onMade, nameAsked } = state;
  const shared = { campaign, mayWrite, onMade, nameAsked };
  return parentId === null ? (
    <LeadConditionTab {...shared} folderId={folderId} />
  ) : (
    <SubsequenceConditionTab {...shared} parentId={parentId} parent={parent} />
  );
}

function FormStatus({ state: { campaign, overall, saving } }: { state: CampaignFormState }) {
  return (
    <span style={{ display: 'inline-flex', gap: 12, alignItems: 'center' }}>
      {campaign && campaign.status !== 'DRAFTED' && <CampaignState status={campaign.status} />}
      <SaveStatus overall={overall} saving={saving} />
    </span>
  );
}

/** What the shown tab puts into the bar, and the way on. */
function FormEnd({ state: { campaign, tab, next, setSlot, goOn, mayWrite } }: { state: CampaignFormState }) {
  return (
    <>
      {campaign && campaign.status !== 'DRAFTED' && (
        <Button icon="chart" href={overviewAddress(campaign, 'performance')}>
          View campaign
        </Button>
      )}
      <BarSlot ref={setSlot} />
      {next && !ownContinue.has(tab) && (
        <Button
          variant="primary"
          iconEnd="arrow-right"
          onClick={goOn}
          {...(mayWrite || campaign ? {} : { disabledReason: 'Your role can view, not edit' })}
        >
          Continue to {tabNames[next]}
        </Button>
      )}
    </>
  );
}
