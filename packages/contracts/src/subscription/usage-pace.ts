/**
 * How many emails a month comes to at the pace so far, and when what is included is used up (milliseconds). Null in the
 * first day, which says nothing yet, and without use.
 */
export function usagePace(
  { used, included }: { used: number; included: number | null },
  begun: number,
  now: number,
): { byEnd: number; usedUpAt: number | null; end: number } | null {
  const end = monthAfter(begun);
  const passed = now - begun;
  if (used === 0 || passed < 86_400_000 || now >= end) return null;
  const byEnd = Math.round((used * (end - begun)) / passed);
  const usedUpAt = included === null || used >= included ? null : begun + (passed * included) / used;
  return { byEnd, usedUpAt: usedUpAt !== null && usedUpAt < end ? usedUpAt : null, end };
}

function monthAfter(begun: number): number {
  const end = new Date(begun);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end.getTime();
}
