const day = 24 * 60 * 60 * 1000;

/** How far an instant is from now, in words with a unit: `in 5 min`, `2 h ago`; nothing beyond two days. */
export function distance(iso: string, now: Date): string | null {
  const gap = new Date(iso).getTime() - now.getTime();
  const size = Math.abs(gap);
  if (size > 2 * day) return null;
  const minutes = Math.round(size / 60_000);
  if (minutes < 1) return gap >= 0 ? 'in less than 1 min' : 'just now';
  const text = minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return gap >= 0 ? `in ${text}` : `${text} ago`;
}
