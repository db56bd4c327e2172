import { useMemo, useState } from 'react';
import { showProblem } from '@skein/mfe/toasts';
import { useUi } from '@skein/ui/ui-provider';
import { useLeadShares, useNewTest, useSaveDraft } from '../new-test.hooks';
import { useLeftSeeds } from '../placement.hooks';
import { useCampaignEmail } from './campaign-email.hooks';
import { bodyOf, missingOf, seedKey, usual, valuesOf, type Draft, type TestValues } from './test-values';

/** What a new test is made of, and whether it can start. @param draft what it begins with */
export function useTestForm(type: 'manual' | 'auto', folderId: number | null, draft: Draft | null) {
  const keeping = useSaveDraft();
  const form = useNewTest(keeping.draftId);
  const ui = useUi();
  const held = draft?.test;
  // A cron schedule means the times of the zone that it was written in.
  const timeZone = held?.cron ? held.time_zone : ui.timeZone;
  const [values, setValues] = useState<TestValues>(() => (draft ? valuesOf(draft, timeZone) : usual));
  const [senders, setSenders] = useState<number[]>(held?.sender_ids ?? []);
  const [origin, setOrigin] = useState<'here' | 'campaign'>(held?.campaign_id == null ? 'here' : 'campaign');
  const [isSelfSent, setSelfSent] = useState(held?.is_self_sent ?? false);
  const email = useCampaignEmail(senders[0] ?? null, draft);
  const isOwn = type === 'manual' && isSelfSent;
  const isFromCampaign = !isOwn && origin === 'campaign';
  const set = (change: Partial<TestValues>) => setValues((present) => ({ ...present, ...change }));
  const { left, setLeft } = useSeedChoice(form.choices?.seeds, draft);
  const like = useLeadShares(isFromCampaign && email.campaign ? Number(email.campaign.value) : null, values.likeLeads);
  const seeds = (form.choices?.seeds ?? []).filter((seed) => !left.has(seedKey(seed)));
  const seedCount = values.likeLeads
    ? (like.shares?.rows ?? []).reduce((sum, { chosen }) => sum + chosen, 0)
    : seeds.reduce((sum, { count }) => sum + count, 0);
  const missing = missingOf(values, {
    type,
    isOwn,
    isFromCampaign,
    hasContent:
      isOwn || (isFromCampaign ? email.preview !== null : values.subject.trim() !== '' && values.body.trim() !== ''),
    senders: senders.length,
    seeds: seedCount,
  });
  const common = {
    ...bodyOf(values, { type, timeZone, isFromCampaign }),
    type,
    name: values.name,
    folder_id: held ? held.folder_id : folderId,
    is_self_sent: isOwn,
    seed_groups:
      values.likeLeads || seeds.length === (form.choices?.seeds.length ?? 0)
        ? []
        : seeds.map(({ provider, region }) => ({ provider, region })),
  };
  const save = async () => {
    if (isOwn) return form.save({ ...common, has_control: false, rest_below: null, sender_ids: [] });
    if (!isFromCampaign) return form.save({ ...common, ...writtenOf(values, held), sender_ids: senders });
    const content = await email.readContent().catch((problem: unknown) => {
      showProblem('The email was not loaded', problem);
      return null;
    });
    if (content) form.save({ ...common, ...content, sender_ids: senders });
  };
  return {
    ...form,
    ...keeping,
    type,
    values,
    set,
    senders,
    setSenders,
    left,
    setLeft,
    like,
    origin,
    setOrigin,
    isOwn,
    setSelfSent,
    email,
    seedCount,
    isReady: missing.length === 0,
    missing,
    save: () => void save(),
    saveDraft: () =>
      void keeping.saveDraft({
        ...common,
        ...writtenOf(values, held),
        ...(origin === 'campaign' ? email.chosenIds : {}),
        sender_ids: senders,
      }),
    timeZone,
  };
}
export type TestForm = ReturnType<typeof useTestForm>;

/**
 * The email that was written here. HTML comes with a test that is copied, and goes with a text that is changed: the two
 * would say different things.
 */
const writtenOf = (values: TestValues, held: Draft['test'] | undefined) => ({
  subject: values.subject,
  body_text: values.body,
  ...(held?.body_html && held.body_text === values.body ? { body_html: held.body_html } : {}),
});

/** Seeds that are left out: those of the draft, or those of the test before. */
function useSeedChoice(seeds: readonly { provider: string; region: string }[] | undefined, draft: Draft | null) {
  const kept = useLeftSeeds();
  const [own, setOwn] = useState<readonly string[] | null>(null);
  const groups = draft?.test.seed_groups;
  const left = useMemo(() => {
    if (!groups) return new Set(kept.left);
    if (own) return new Set(own);
    const chosen = new Set(groups.map(seedKey));
    return new Set(groups.length === 0 ? [] : (seeds ?? []).map(seedKey).filter((key) => !chosen.has(key)));
  }, [groups, own, seeds, kept.left]);
  return {
    left,
    setLeft: (next: ReadonlySet<string>) => (groups ? setOwn([...next]) : kept.setLeft([...next])),
  };
}
