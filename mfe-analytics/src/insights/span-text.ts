/** A length of time in its two largest units: `3 h 10 min`. */
export function lengthText(seconds: number | null): string {
  if (seconds === null) return '–';
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'under 1 min';
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 48) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
  const [days, left] = [Math.floor(hours / 24), hours % 24];
  return left > 0 ? `${days} d ${left} h` : `${days} d`;
}

/** A span of a distribution: `1 h to 4 h`, `Over 7 d`. */
export const spanText = ({ from_seconds: from, to_seconds: to }: { from_seconds: number; to_seconds: number | null }) =>
  to === null
    ? `Over ${lengthText(from)}`
    : from === 0
      ? `Under ${lengthText(to)}`
      : `${lengthText(from)} to ${lengthText(to)}`;
