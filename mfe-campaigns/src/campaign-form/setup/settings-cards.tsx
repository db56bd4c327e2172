import type { CampaignView } from '@skein/contracts/main/campaigns.contract';
import { ApplyBar } from '../apply-bar';
import { SaveProblem } from '../save-problem';
import { AbsenceCard, CategoriesCard, OptOutCard, StopCard } from './reply-settings';
import { BounceGuardCard, MatchingCard, RhythmCard, TrackingCard } from './sending-settings';
import { useSettingsForm } from './settings-form.hooks';

/** All settings of a campaign with their defaults, grouped. */
export function SettingsCards({ campaign, mayWrite }: { campaign: CampaignView; mayWrite: boolean }) {
  const form = useSettingsForm(campaign);
  const { isLive, autosave, edit, discard } = form;
  const shared = { form, mayWrite };
  return (
    <>
      {isLive && (
        <ApplyBar campaignId={campaign.id} autosave={autosave} edit={edit} what="the settings" onDiscard={discard} />
      )}
      {!isLive && <SaveProblem autosave={autosave} title="The settings are not saved." />}
      <OptOutCard {...shared} />
      <StopCard {...shared} />
      <AbsenceCard {...shared} />
      <TrackingCard {...shared} />
      <BounceGuardCard {...shared} />
      <RhythmCard {...shared} />
      <MatchingCard {...shared} />
      <CategoriesCard {...shared} />
    </>
  );
}
