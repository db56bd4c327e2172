import type { CampaignView } from '@skein/contracts/main/campaign-views';
import { counted } from '@skein/ui/counted';
import { ApplyBar } from '../apply-bar';
import { SaveProblem } from '../save-problem';
import { AbsenceCard, CategoriesCard, OptOutCard, StopCard } from './reply-settings';
import { BounceGuardCard, MatchingCard, RhythmCard, TrackingCard } from './sending-settings';
import { SetupSection, type Folding } from './setup-section';
import { useSettingsForm } from './settings-form.hooks';

/** All settings of a campaign in three parts. */
export function SettingsCards({
  campaign,
  mayWrite,
  folding,
  mayKeep,
}: {
  campaign: CampaignView;
  mayWrite: boolean;
  folding: Folding;
  /** Whether edits that are not applied are kept when the cards go. */
  mayKeep: () => boolean;
}) {
  const form = useSettingsForm(campaign, mayKeep);
  const { isLive, autosave, edit, discard } = form;
  const shared = { form, mayWrite };
  const { values, absence } = form;
  const tracked = (
    [
      ['DONT_EMAIL_OPEN', /* text */ 'opens'],
      ['DONT_LINK_CLICK', /* text */ 'clicks'],
      ['DONT_REPLY_TO_AN_EMAIL', /* text */ 'replies'],
    ] as const
  ).flatMap(([key, word]) => (values.track_settings.includes(key) ? [] : [word]));
  return (
    <>
      {isLive && (
        <ApplyBar campaignId={campaign.id} autosave={autosave} edit={edit} what="the settings" onDiscard={discard} />
      )}
      {!isLive && <SaveProblem autosave={autosave} title="The settings are not saved." />}
      <SetupSection
        part="stopping"
        title="Stopping"
        folding={folding}
        summary={[
          stopWords[values.stop_lead_settings],
          values.auto_pause_domain_leads_on_reply && 'pauses the company',
          absence.autoReactivateOOO && 'resumes after an out of office',
        ]
          .filter(Boolean)
          .join(', ')}
      >
        <StopCard {...shared} />
        <AbsenceCard {...shared} />
      </SetupSection>
      <SetupSection
        part="tracking"
        title="Tracking and unsubscribe"
        folding={folding}
        summary={[
          tracked.length > 0 ? `Tracks ${tracked.join(', ')}` : 'No tracking',
          values.add_unsubscribe_tag
            ? 'unsubscribe header on'
            : values.unsubscribe_text
              ? 'unsubscribe line'
              : 'no unsubscribe header',
        ].join(', ')}
      >
        <TrackingCard {...shared} />
        <OptOutCard {...shared} />
      </SetupSection>
      <SetupSection
        part="advanced"
        title="Advanced"
        folding={folding}
        summary={[
          values.bounce_guard_enabled ? `Bounce guard at ${values.bounce_autopause_threshold}%` : 'Bounce guard off',
          `${values.follow_up_percentage}% for follow-ups`,
          values.esp_match_mode === 'OFF' ? 'no ESP matching' : 'ESP matching',
          values.esp_rules.length > 0 && counted(values.esp_rules.length, 'ESP rule'),
        ]
          .filter(Boolean)
          .join(', ')}
      >
        <BounceGuardCard {...shared} />
        <RhythmCard {...shared} />
        <MatchingCard {...shared} />
        <CategoriesCard {...shared} />
      </SetupSection>
    </>
  );
}

const stopWords = {
  REPLY_TO_AN_EMAIL: 'After a reply',
  CLICK_ON_A_LINK: 'After a click or a reply',
  OPEN_AN_EMAIL: 'After an open, a click or a reply',
  NEVER: 'Never automatically',
} as const;
