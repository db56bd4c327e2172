import { defaultSettings, type WarmupSettings } from '../../engine/warmup/warmup-settings';

/** `mailbox.warmup` as it is stored; fields that were never set take the defaults. */
export interface StoredWarmup {
  enabled?: boolean;
  per_day?: number;
  is_rampup_enabled?: boolean;
  daily_rampup?: number;
  reply_rate?: number;
  weekdays_only?: boolean;
  auto_adjust?: boolean;
  key_tag?: string;
  /** Campaign time at which it was first switched on. */
  started_at?: string;
}

export function settingsOf(mailboxId: number, stored: StoredWarmup): WarmupSettings {
  const usual = defaultSettings(mailboxId);
  return {
    enabled: stored.enabled ?? usual.enabled,
    perDay: stored.per_day ?? usual.perDay,
    isRampupEnabled: stored.is_rampup_enabled ?? usual.isRampupEnabled,
    dailyRampup: stored.daily_rampup ?? usual.dailyRampup,
    replyRate: stored.reply_rate ?? usual.replyRate,
    weekdaysOnly: stored.weekdays_only ?? usual.weekdaysOnly,
    autoAdjust: stored.auto_adjust ?? usual.autoAdjust,
    keyTag: stored.key_tag ?? usual.keyTag,
  };
}

/** What is written back: every setting by its name on the wire, so that the row says it all. */
export const storedOf = (settings: WarmupSettings): StoredWarmup => ({
  enabled: settings.enabled,
  per_day: settings.perDay,
  is_rampup_enabled: settings.isRampupEnabled,
  daily_rampup: settings.dailyRampup,
  reply_rate: settings.replyRate,
  weekdays_only: settings.weekdaysOnly,
  auto_adjust: settings.autoAdjust,
  key_tag: settings.keyTag,
});
