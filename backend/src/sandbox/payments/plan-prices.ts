/** A price of a subscription, for the whole interval. */
export interface PlanItem {
  id: string;
  product: string;
  name: string;
  /** Of all of them together. */
  cents: number;
  /** Not kept by earlier versions. */
  quantity?: number;
}
export interface PlanPeriod {
  interval: 'month' | 'year';
  /** Milliseconds. */
  start: number;
  end: number;
}

/** What a checkout of a plan is about. */
export interface PlanCheckout {
  items: PlanItem[];
  interval: 'month' | 'year';
  customer: string | null;
  percentOff: number;
}

/** Items as Stripe's forms give them: `prefix[0][price_data][product]` and so on; those marked deleted are left out. */
export function readItems(
  form: Readonly<Record<string, string>>,
  prefix: string,
): { id: string | null; product: string; quantity: number; cents: number; interval: string }[] {
  const items: ReturnType<typeof readItems> = [];
  for (let place = 0; place < 20; place++) {
    const at = `${prefix}[${place}]`;
    const product = form[`${at}[price_data][product]`];
    if (product === undefined) continue;
    const quantity = Number(form[`${at}[quantity]`] ?? 1);
    items.push({
      id: form[`${at}[id]`] ?? null,
      product,
      quantity,
      cents: Number(form[`${at}[price_data][unit_amount]`]) * quantity,
      interval: form[`${at}[price_data][recurring][interval]`] ?? 'month',
    });
  }
  return items;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * What a change costs at once, as Stripe prorates it: the unused part of what was paid goes back, the rest of the period is paid at the new
 * price, to the second; another interval begins a new period that is paid whole.
 */
export function prorate(
  before: { items: readonly PlanItem[]; period: PlanPeriod },
  after: { items: readonly Omit<PlanItem, 'id'>[]; interval: 'month' | 'year' },
  at: number,
): { name: string; cents: number }[] {
  const { start, end, interval } = before.period;
  const left = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const isSame = interval === after.interval;
  const unused = before.items
    .filter(
      (item) => !isSame || !after.items.some((each) => each.product === item.product && each.cents === item.cents),
    )
    .map((item) => ({ name: `Unused time on ${item.name} after ${day(at)}`, cents: -Math.round(item.cents * left) }));
  const charged = after.items
    .filter(
      (item) => !isSame || !before.items.some((each) => each.product === item.product && each.cents === item.cents),
    )
    .map((item) =>
      isSame
        ? { name: `Remaining time on ${item.name} after ${day(at)}`, cents: Math.round(item.cents * left) }
        : { name: item.name, cents: item.cents },
    );
  return [...unused, ...charged];
}

/** The end of the period that begins at `anchor`, counted from it, so that the 31st stays the 31st where it can. */
export function periodAfter(anchor: number, interval: 'month' | 'year', periods: number): number {
  const from = new Date(anchor);
  const months = from.getUTCMonth() + (interval === 'year' ? 12 : 1) * periods;
  const last = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCFullYear(from.getUTCFullYear() + Math.floor(months / 12), ((months % 12) + 12) % 12);
  end.setUTCDate(Math.min(from.getUTCDate(), last));
  return end.getTime();
}
