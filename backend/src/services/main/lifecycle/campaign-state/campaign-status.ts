import type { CampaignStatus, CampaignStatusReason } from '@skein/contracts/constants';
import type { CampaignAction } from '@skein/contracts/main/campaign-views';

/**
 * To which status a campaign can change from each (docs/domain.md, Statuses):
 * DRAFTED -> ACTIVE through the launch gate; ACTIVE <-> PAUSED; ACTIVE, PAUSED -> STOPPED for good; ACTIVE -> COMPLETED by
 * itself; COMPLETED -> ACTIVE when leads were added or resumed; any but ACTIVE -> ARCHIVED and back to what it was.
 */
const edges: Record<CampaignStatus, Partial<Record<CampaignAction, CampaignStatus>>> = {
  DRAFTED: { START: 'ACTIVE', ARCHIVE: 'ARCHIVED' },
  ACTIVE: { PAUSE: 'PAUSED', STOP: 'STOPPED' },
  PAUSED: { RESUME: 'ACTIVE', START: 'ACTIVE', STOP: 'STOPPED', ARCHIVE: 'ARCHIVED' },
  STOPPED: { ARCHIVE: 'ARCHIVED' },
  COMPLETED: { RESUME: 'ACTIVE', START: 'ACTIVE', ARCHIVE: 'ARCHIVED' },
  // Back to what it was, which `nextStatus` knows; paused if that was not recorded.
  ARCHIVED: { UNARCHIVE: 'PAUSED' },
};

const target: Record<CampaignAction, CampaignStatus> = {
  START: 'ACTIVE',
  RESUME: 'ACTIVE',
  PAUSE: 'PAUSED',
  STOP: 'STOPPED',
  ARCHIVE: 'ARCHIVED',
  UNARCHIVE: 'PAUSED',
};

const words: Record<CampaignStatus, string> = {
  DRAFTED: 'a draft',
  ACTIVE: 'active',
  PAUSED: 'paused',
  STOPPED: 'stopped for good',
  COMPLETED: 'completed',
  ARCHIVED: 'archived',
};
const verbs: Record<CampaignAction, string> = {
  START: 'started',
  RESUME: 'resumed',
  PAUSE: 'paused',
  STOP: 'stopped',
  ARCHIVE: 'archived',
  UNARCHIVE: 'brought back',
};

export interface StatusFacts {
  status: CampaignStatus;
  /** What an archived campaign was before. */
  archivedFrom: CampaignStatus | null;
  /** Leads that are queued, in progress or paused. */
  openLeads: number;
}

export type StatusStep =
  | { to: CampaignStatus; isSame: boolean; reason: null }
  | { to: CampaignStatus; isSame: false; reason: string };

/** What an action leads to, or in words why it is not possible. Asking for what already is is no error. */
export function nextStatus(facts: StatusFacts, action: CampaignAction): StatusStep {
  const { status } = facts;
  if (status === target[action] && action !== 'UNARCHIVE') return { to: status, isSame: true, reason: null };
  const to = edges[status][action];
  if (!to) return { to: target[action], isSame: false, reason: refusal(status, action) };
  if (status === 'COMPLETED' && to === 'ACTIVE' && facts.openLeads === 0) {
    return {
      to,
      isSame: false,
      reason: 'All leads are done. Add leads, or resume some, and the campaign can continue.',
    };
  }
  if (action === 'UNARCHIVE') return { to: facts.archivedFrom ?? to, isSame: false, reason: null };
  return { to, isSame: false, reason: null };
}

function refusal(status: CampaignStatus, action: CampaignAction): string {
  if (status === 'STOPPED')
    return `This campaign is stopped for good and cannot be ${verbs[action]}. Duplicate it with the leads that were not finished to continue.`;
  if (status === 'ARCHIVED') return `This campaign is archived. Bring it back before it is ${verbs[action]}.`;
  if (status === 'ACTIVE' && action === 'ARCHIVE')
    return 'This campaign is active. Pause or stop it before it is archived.';
  if (action === 'UNARCHIVE') return 'This campaign is not archived.';
  return `This campaign is ${words[status]} and cannot be ${verbs[action]}.`;
}

/** Whether a campaign may be deleted, or why not. */
export const deletionRefusal = (status: CampaignStatus): string | null =>
  status === 'ACTIVE' ? 'This campaign is active. Pause or stop it before it is deleted.' : null;

/** STOP cannot be undone. */
export const isFinalAction = (action: CampaignAction): boolean => action === 'STOP';

/** Why a campaign was paused by the product itself (docs/domain.md, Statuses). */
export const systemPauseTexts: Partial<Record<CampaignStatusReason, string>> = {
  BOUNCE_GUARD: 'Bounce guard: too many emails bounced',
  IMPORTED: 'Paused by the import of the workspace',
};
