import type { MailboxId } from '@skein/contracts/ids';
import { defaultSettings, type WarmupSettings } from '#engine/warmup/warmup-settings';

/** `mailbox.warmup` as it is stored; fields that were never set take the defaults. */
export interface StoredWarmup {
  enabled?: boolean;
  per_day?: number;
  is_randomised?: boolean;
  min_per_day?: number;
  is_rampup_enabled?: boolean;
  daily_rampup?: number;
  reply_rate?: number;
  open_rate?: number;
  important_rate?: number;
  spam_rescue_rate?: number;
  weekdays_only?: boolean;
  auto_adjust?: boolean;
  uses_tracking_domain?: boolean;
  key_tag?: string;
  /** Campaign time at which it was first switched on. */
  started_at?: string;
}

export function settingsOf(mailboxId: MailboxId, stored: StoredWarmup): WarmupSettings {
  const usual = defaultSettings(mailboxId);
  return {
    enabled: stored.enabled ?? usual.enabled,
    perDay: stored.per_day ?? usual.perDay,
    isRandomised: stored.is_randomised ?? usual.isRandomised,
    minPerDay: stored.min_per_day ?? usual.minPerDay,
    isRampupEnabled: stored.is_rampup_enabled ?? usual.isRampupEnabled,
    dailyRampup: stored.daily_rampup ?? usual.dailyRampup,
    replyRate: stored.reply_rate ?? usual.replyRate,
    openRate: stored.open_rate ?? usual.openRate,
    importantRate: stored.important_rate ?? usual.importantRate,
    spamRescueRate: stored.spam_rescue_rate ?? usual.spamRescueRate,
    weekdaysOnly: stored.weekdays_only ?? usual.weekdaysOnly,
    autoAdjust: stored.auto_adjust ?? usual.autoAdjust,
    usesTrackingDomain: stored.uses_tracking_domain ?? usual.usesTrackingDomain,
    keyTag: stored.key_tag ?? usual.keyTag,
  };
}

/** Every setting by its name on the wire. What is written back has them all, so that the row says it all. */
export const storedOf = (settings: WarmupSettings) => ({
  enabled: settings.enabled,
  per_day: settings.perDay,
  is_randomised: settings.isRandomised,
  min_per_day: settings.minPerDay,
  is_rampup_enabled: settings.isRampupEnabled,
  daily_rampup: settings.dailyRampup,
  reply_rate: settings.replyRate,
  open_rate: settings.openRate,
  important_rate: settings.importantRate,
  spam_rescue_rate: settings.spamRescueRate,
  weekdays_only: settings.weekdaysOnly,
  auto_adjust: settings.autoAdjust,
  uses_tracking_domain: settings.usesTrackingDomain,
  key_tag: settings.keyTag,
});
