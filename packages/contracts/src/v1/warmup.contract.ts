import { z } from 'zod';
import { warmupLimits } from '../warmup/warmup.contract';
import { defineContract } from '../endpoint';
import { flag } from '../schemas';
import { alias, id, normalise, okay, whole, withoutNulls, type Fields } from './wire';

function readWarmup(body: Fields): Fields {
  const given = withoutNulls(body);
  alias(given, 'daily_rampup', 'daily_ramp_up');
  // What is above the limits is taken as the limit; 0 and below stay errors (docs/public-api.md).
  const clamp = (name: string, most: number) => {
    if (Number(given[name]) > most) given[name] = most;
  };
  clamp('total_warmup_per_day', warmupLimits.perDay);
  clamp('daily_rampup', warmupLimits.dailyRampup);
  clamp('reply_rate_percentage', warmupLimits.replyRate);
  return given;
}

const params = z.object({ mailboxId: id });
/** Counts are texts on this wire. */
const count = z.string();

export const v1WarmupContract = defineContract({
  service: 'main',
  tag: 'API v1: email accounts',
  endpoints: {
    saveWarmup: {
      method: 'POST',
      path: '/api/v1/email-accounts/:mailboxId/warmup',
      access: { who: 'person', may: 'mailbox.write' },
      answer: 'bare',
      summary: 'Switch warmup on or off and change its settings',
      params,
      body: z.preprocess(
        normalise(readWarmup),
        z.object({
          warmup_enabled: flag,
          total_warmup_per_day: whole(1, warmupLimits.perDay).optional(),
          daily_rampup: whole(1, warmupLimits.dailyRampup).optional(),
          reply_rate_percentage: whole(0, warmupLimits.replyRate).optional(),
          warmup_key_id: z.string().trim().max(40).optional(),
          auto_adjust_warmup: flag.optional(),
          is_rampup_enabled: flag.optional(),
        }),
      ),
      response: okay.extend({ message: z.string() }),
    },
    warmupStats: {
      method: 'GET',
      path: '/api/v1/email-accounts/:mailboxId/warmup-stats',
      access: { who: 'person', may: 'mailbox.read' },
      answer: 'bare',
      summary: 'Warmup of the last 7 days',
      params,
      response: z.object({
        id: z.number().int(),
        sent_count: count,
        spam_count: count,
        inbox_count: count,
        warmup_email_received_count: count,
        stats_by_date: z.array(
          z.object({
            id: z.number().int(),
            date: z.string(),
            sent_count: z.number().int(),
            reply_count: z.number().int(),
            save_from_spam_count: z.number().int(),
          }),
        ),
      }),
    },
  },
});
