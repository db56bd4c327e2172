/** Upper bounds of the duration classes, in seconds. */
const bounds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

interface Figures {
  classes: number[];
  count: number;
  seconds: number;
}

const figures = new Map<string, Figures>();

/** Counts one answered request by what was asked for (never by an address with ids in it) and how it ended. */
export function countRequest(route: { method: string; path: string }, status: number, seconds: number): void {
  const key = `method="${route.method}",route="${route.path}",class="${Math.floor(status / 100)}xx"`;
  const found = figures.get(key) ?? { classes: bounds.map(() => 0), count: 0, seconds: 0 };
  figures.set(key, found);
  found.count += 1;
  found.seconds += seconds;
  bounds.forEach((bound, index) => {
    if (seconds <= bound) found.classes[index] = (found.classes[index] ?? 0) + 1;
  });
}

/** The figures as a histogram in Prometheus' text format. */
export function renderRequestFigures(): string[] {
  const name = 'skein_request_duration_seconds';
  return [
    `# HELP ${name} Time to answer a request, by route.`,
    `# TYPE ${name} histogram`,
    ...[...figures].flatMap(([labels, { classes, count, seconds }]) => [
      ...bounds.map((bound, index) => `${name}_bucket{${labels},le="${bound}"} ${classes[index] ?? 0}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ];
}
