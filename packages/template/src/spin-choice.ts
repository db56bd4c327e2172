/** `random`: seeded per lead, as good as random. `incremental`: one lead takes the option after the lead before it. */
export type SpinMode = 'incremental' | 'random';

/** What decides every spin choice; the same seed gives the same text, always and everywhere. */
export interface SpinSeed {
  campaignId: number | string;
  leadId: number | string;
  stepNumber: number;
  /** The lead's place in the campaign, from 0; stored with the enrolment. Needed by the mode `incremental`. */
  position?: number | null;
}

/** A 32-bit hash of a text (FNV-1a with a final mix, so that neighbouring ids fall far apart). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Chooses the alternative of each spintax group for one rendering: the same for the same lead and step. `part` keeps the
 * subject's choices apart from the body's. In the mode `incremental` each group counts on from its own start, so over any
 * n leads in a row every option of an n-option group occurs once.
 */
export function spinChooser(
  seed: SpinSeed,
  mode: SpinMode,
  part: string,
): (ordinal: number, options: number) => number {
  const place = seed.position ?? null;
  if (mode === 'incremental' && place !== null) {
    const start = `${seed.campaignId}|${seed.stepNumber}|${part}`;
    return (ordinal, options) => (hashText(`${start}|${ordinal}`) + Math.max(0, Math.floor(place))) % options;
  }
  const base = `${seed.campaignId}|${seed.leadId}|${seed.stepNumber}|${part}`;
  return (ordinal, options) => hashText(`${base}|${ordinal}`) % options;
}
