import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { useAccess } from '@skein/mfe/access';
import { usePage } from '@skein/mfe/page';
import { showProblem } from '@skein/mfe/toasts';
import { inArea, overviewAddress } from '../campaign-address';
import { useKnownName } from '../known-name';
import { formAddress, tabAfter, type FormTab } from './form-steps';
import { useSaving } from './save-status';
import { useKeepCampaign } from './form-page.hooks';
import { useListFoldersQuery } from '../campaigns-list/api';
import { useFormCampaignQuery } from './api';

/** The campaign that the form is about, with its folder, and the parent of a subsequence; null before the draft is made. */
export function useCampaignOfForm(campaignId: number | null, parentId: number | null) {
  const parent = useFormCampaignQuery({ params: { campaignId: parentId ?? 0 } }, { skip: parentId === null });
  const { data, error, refetch } = useFormCampaignQuery(
    { params: { campaignId: campaignId ?? 0 } },
    { skip: campaignId === null },
  );
  const campaign = campaignId === null ? null : (data ?? null);
  const { data: folders } = useListFoldersQuery(undefined, { skip: !campaign || campaign.folder_id === null });
  const folder = campaign ? (folders?.folders.find((entry) => entry.id === campaign.folder_id) ?? null) : null;
  const problem = parent.error ?? (campaignId === null ? undefined : error);
  return {
    campaign,
    parent: parentId === null ? null : (parent.data ?? null),
    folder,
    error: problem,
    refetch: () => {
      if (parentId !== null) void parent.refetch();
      if (campaignId !== null) void refetch();
    },
  };
}

export interface CampaignFormProps {
  campaignId: number | null;
  /** Null where the address names none. */
  tab: FormTab | null;
  folderId: number | null;
  parentId: number | null;
}

/** Names the page: where the campaign stands, and what it is called. */
function useFormCrumbs(
  { campaignId, parentId }: CampaignFormProps,
  { campaign, parent, folder }: ReturnType<typeof useCampaignOfForm>,
) {
  const isSubsequence = parentId !== null;
  const knownName = useKnownName(campaignId);
  usePage([
    { label: 'Email campaigns', to: '/app/email-campaign/all' },
    ...(parentId !== null
      ? [{ label: parent?.name ?? 'Campaign', to: `/app/email-campaign/${parentId}/overview/subsequence` }]
      : []),
    ...(folder && !isSubsequence ? [{ label: folder.name, to: `/app/email-campaign/folder/${folder.id}/view` }] : []),
    {
      label:
        campaignId === null
          ? isSubsequence
            ? 'New subsequence'
            : 'New campaign'
          : (campaign?.name ?? knownName ?? 'Campaign'),
      // What was launched has pages of its own: the name leads back to them.
      ...(campaign && campaign.status !== 'DRAFTED' ? { to: overviewAddress(campaign, 'performance') } : {}),
    },
  ]);
}

/** The way through the form: which tab is shown, what goes on to the next, and the draft that is made with the first change. */
export function useCampaignForm(props: CampaignFormProps) {
  const { campaignId, tab: asked, parentId } = props;
  const isSubsequence = parentId !== null;
  const tab = asked === null || (isSubsequence && asked === 'import-leads') ? 'lead-condition' : asked;
  const navigate = useNavigate();
  const { may } = useAccess();
  const { saving, overall } = useSaving();
  const keep = useKeepCampaign();
  const made = useRef(campaignId);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [nameAsked, setNameAsked] = useState(0);
  const shown = useCampaignOfForm(campaignId, parentId);
  const { campaign } = shown;
  useFormCrumbs(props, shown);
  const next = tabAfter(tab, isSubsequence);
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
  const mayWrite = may('campaign.write');
  const goOn = () => {
    if (!next) return;
    saving.flushAll().then(
      () => {
        if (made.current === null) setNameAsked(nameAsked + 1);
        else {
          goesOn.current = true;
          void go(made.current, next);
        }
      },
      (problem: unknown) => showProblem('The last change was not saved', problem),
    );
  };
  const isThere =
    campaign !== null ||
    campaignId === null ||
    (made.current === campaignId && tab === 'lead-condition' && overall.get().status !== 'idle');
  return {
    ...shown,
    isSubsequence,
    tab,
    next,
    saving,
    overall,
    slot,
    setSlot,
    nameAsked,
    body,
    onMade,
    mayWrite,
    goOn,
    isThere,
  };
}
export type CampaignFormState = ReturnType<typeof useCampaignForm>;
