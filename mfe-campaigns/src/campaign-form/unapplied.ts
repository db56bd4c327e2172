import { keepInTab, readKept } from '@skein/mfe/kept-in-tab';
import { tabOwner } from '@skein/mfe/session';

/** Parts of a running campaign that are edited and applied each by themselves. */
const editedParts = ['sequence', 'schedule', 'settings'] as const;
type EditedPart = (typeof editedParts)[number];

/** The name under which this tab keeps edits of a campaign that have not reached the server. */
export const keptPlace = (campaignId: number, part: EditedPart): string => `campaign-${campaignId}-${part}`;

/** The parts of a campaign with edits in this tab that are not applied. */
export const unappliedParts = (campaignId: number): EditedPart[] =>
  editedParts.filter((part) => readKept(keptPlace(campaignId, part)) !== undefined);

/**
 * Keeps edits in this tab when their page goes away, but not when it goes because its person has logged out.
 * @returns whether they are kept
 */
export const keepUnapplied = (place: string, edits: unknown): boolean =>
  window.sessionStorage.getItem(tabOwner) !== null && keepInTab(place, edits);
