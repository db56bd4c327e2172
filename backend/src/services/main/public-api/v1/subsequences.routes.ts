import { v1SubsequencesContract } from '@skein/contracts/v1/subsequences.contract';
import type { SubsequenceTrigger } from '@skein/contracts/main/subsequence-triggers';
import type { RequestActor } from '#platform/http/request-actor';
import { SkeinError } from '#platform/http/skein-error';
import type { MainDeps } from '#main/deps';
import { createSubsequence, pushLeads } from '#campaigns/campaigns.api';
import { answered, locateConversation, type About } from './master-inbox';
import { wireRoutes } from './wire-routes';

interface Body {
  name?: string | null;
  condition_events: SubsequenceTrigger[];
  delay_time?: number;
  stop_on_parent_reply?: boolean;
}

async function create(deps: MainDeps, who: RequestActor, parentId: number, body: Body) {
  const campaign = await createSubsequence(deps, who, parentId, {
    name: body.name || undefined,
    triggers: body.condition_events,
    delay_seconds: body.delay_time,
    stop_on_parent_reply: body.stop_on_parent_reply,
  });
  return {
    ok: true as const,
    success: true as const,
    id: campaign.id,
    subsequence_id: campaign.id,
    name: campaign.name,
    created_at: campaign.created_at,
  };
}

/** Pushes one lead. Asking for what is so already is no error. @throws SkeinError ILLEGAL_TRANSITION in words */
async function push(
  deps: MainDeps,
  who: RequestActor,
  body: About & {
    sub_sequence_id: number;
    sub_sequence_delay_time?: number;
    stop_lead_on_parent_campaign_reply?: boolean;
  },
) {
  const { id } = await locateConversation(deps, who, body);
  const { changed, reasons } = await pushLeads(deps, who, {
    subsequenceId: body.sub_sequence_id,
    selection: { enrolment_ids: [id] },
    options: {
      delay_seconds: body.sub_sequence_delay_time,
      stop_on_parent_reply: body.stop_lead_on_parent_campaign_reply,
    },
  });
  const reason = reasons[0]?.reason;
  if (changed === 0 && reason !== /* text */ 'In the subsequence already')
    throw new SkeinError(
      'ILLEGAL_TRANSITION',
      `The lead was not pushed: ${(reason ?? 'not in the parent campaign').toLowerCase()}.`,
    );
  return answered(
    changed === 0 ? 'The lead is in the subsequence already.' : 'The lead was pushed to the subsequence.',
  );
}

export const v1SubsequencesRoutes = (deps: MainDeps) =>
  wireRoutes(v1SubsequencesContract)(deps, {
    create: (d, { actor, body }) => create(d, actor, body.parent_campaign_id, body),
    createOf: (d, { actor, params, body }) => create(d, actor, params.campaignId, body),
    push: (d, { actor, body }) => push(d, actor, body),
  });
