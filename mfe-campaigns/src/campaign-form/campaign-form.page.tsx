import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { useAccess } from '@skein/mfe/access';
import { lazyPage } from '@skein/mfe/lazy-page';
import { NotFoundPage } from '@skein/mfe/not-found-page';
import { usePage } from '@skein/mfe/page';
import { problemOf } from '@skein/mfe/problem';
import { showProblem } from '@skein/mfe/toasts';
import { Button } from '@skein/ui/button';
import { EmptyState } from '@skein/ui/empty-state';
import { Loading } from '@skein/ui/skeleton';
import { Stepper } from '@skein/ui/stepper';
import { VisuallyHidden } from '@skein/ui/visually-hidden';
import { CampaignState } from '../campaigns-list/campaign-state';
import { inArea } from '../campaign-address';
import { SubsequenceConditionTab } from '../subsequence/subsequence-condition.tab';
import { BarContext, BarSlot } from './bar-slot';
import { useCampaignOfForm } from './campaign-form.hooks';
import { FormBar, FormBarEnd, FormTabBody, TabBody } from './form-layout';
import { firstOpenTab, formAddress, formSteps, tabAfter, tabNames, tabOf, type FormTab } from './form-steps';
import { useKeepCampaign, type TabProps } from './form-page';
import { LeadConditionTab } from './lead-condition.tab';
import { SaveStatus, SavingProvider, useSaving } from './save-status';

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

function CampaignForm({
  campaignId,
  tab: asked,
  folderId,
  parentId,
}: {
  campaignId: number | null;
  /** Null where the address names none. */ tab: FormTab | null;
  folderId: number | null;
  parentId: number | null;
}) {
  const isSubsequence = parentId !== null;
  const tab = asked === null || (isSubsequence && asked === 'import-leads') ? 'lead-condition' : asked;
  const navigate = useNavigate();
  const { may } = useAccess();
  const { saving, overall } = useSaving();
  const keep = useKeepCampaign();
  const made = useRef(campaignId);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [nameAsked, setNameAsked] = useState(0);
  const { campaign, parent, folder, error, refetch } = useCampaignOfForm(campaignId, parentId);
  usePage([
    { label: 'Email campaigns', to: '/app/email-campaign/all' },
    ...(parentId !== null
      ? [{ label: parent?.name ?? 'Campaign', to: `/app/email-campaign/${parentId}/overview/subsequence` }]
      : []),
    ...(folder && !isSubsequence ? [{ label: folder.name, to: `/app/email-campaign/folder/${folder.id}/view` }] : []),
    {
      label:
        campaignId === null ? (isSubsequence ? 'New subsequence' : 'New campaign') : (campaign?.name ?? 'Campaign'),
    },
  ]);
  const next = tabAfter(tab, isSubsequence);
  useEffect(() => {
    if (next && next !== 'lead-condition') tabs[next].preload();
  }, [next]);
  const body = useRef<HTMLDivElement>(null);
  const goesOn = useRef(false);
  // The button that was pressed goes with its tab: the new tab is where reading and the next Tab begin.
  useEffect(() => {
    if (!goesOn.current) return;
    goesOn.current = false;
    body.current?.focus({ preventScroll: true });
  }, [tab]);
  const go = useCallback(
    (id: number, to: FormTab, replace = false) =>
      navigate(inArea(formAddress({ id, parent_campaign_id: parentId }, to)), { replace }),
    [navigate, parentId],
  );
  // A draft that is saved when somebody goes elsewhere leads nobody back.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const onMade = useCallback(
    (draft: CampaignView) => {
      keep(draft);
      made.current = draft.id;
      if (isHere.current) void go(draft.id, 'lead-condition', true);
    },
    [keep, go],
  );

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
  if (campaign && campaign.parent_campaign_id !== parentId) return <NotFoundPage />;
  // A draft is gone on with where something is missing.
  if (campaign && asked === null)
    return <Navigate to={inArea(formAddress(campaign, firstOpenTab(campaign, isSubsequence)))} replace />;
  const mayWrite = may('campaign.write');
  const goOn = () => {
    if (!next) return;
    saving.flushAll().then(
      () => {
        if (made.current === null) setNameAsked(nameAsked + 1);
        else {
          goesOn.current = true;
          go(made.current, next);
        }
      },
      (problem: unknown) => showProblem('The last change was not saved', problem),
    );
  };
  const Tab = tab === 'lead-condition' ? null : tabs[tab];
  const isThere =
    campaign !== null ||
    campaignId === null ||
    (made.current === campaignId && tab === 'lead-condition' && overall.get().status !== 'idle');
  return (
    <SavingProvider saving={saving}>
      <BarContext value={{ slot, goOn, label: next ? `Continue to ${tabNames[next]}` : '' }}>
        <Frame
          body={body}
          steps={formSteps(campaign, tab, isSubsequence)}
          heading={`${tabNames[tab]}, ${campaign?.name ?? (isSubsequence ? 'new subsequence' : 'new campaign')}`}
          status={
            <span style={{ display: 'inline-flex', gap: 12, alignItems: 'center' }}>
              {campaign && campaign.status !== 'DRAFTED' && <CampaignState status={campaign.status} />}
              <SaveStatus overall={overall} saving={saving} />
            </span>
          }
          end={
            <>
              <BarSlot ref={setSlot} />
              {next && !ownContinue.has(tab) && (
                <Button
                  variant="primary"
                  iconEnd="arrow-right"
                  onClick={goOn}
                  {...(mayWrite || campaign ? {} : { disabledReason: 'Your role can look, not change' })}
                >
                  Continue to {tabNames[next]}
                </Button>
              )}
            </>
          }
        >
          {!isThere && (
            <TabBody>
              <Loading label="Loading the campaign" />
            </TabBody>
          )}
          {isThere && !Tab && isSubsequence && (
            <SubsequenceConditionTab
              campaign={campaign}
              parentId={parentId}
              parent={parent}
              mayWrite={mayWrite}
              onMade={onMade}
              nameAsked={nameAsked}
            />
          )}
          {isThere && !Tab && !isSubsequence && (
            <LeadConditionTab
              campaign={campaign}
              mayWrite={mayWrite}
              folderId={folderId}
              onMade={onMade}
              nameAsked={nameAsked}
            />
          )}
          {campaign && Tab && (
            <Suspense
              fallback={
                <TabBody>
                  <Loading label={`Loading ${tabNames[tab]}`} />
                </TabBody>
              }
            >
              <Tab campaign={campaign} mayWrite={mayWrite} />
            </Suspense>
          )}
        </Frame>
      </BarContext>
    </SavingProvider>
  );
}
