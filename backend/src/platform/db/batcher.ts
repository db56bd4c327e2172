/** How work on single things becomes work on many. */
export interface Gathering<Item, Answer> {
  /** Does the work for all of them; one answer each, in their order. */
  together: (items: Item[]) => Promise<Answer[]>;
  /** Does the work for one, after it could not be done for all: so one that fails takes no other with it. */
  alone: (item: Item) => Promise<Answer>;
  most: number;
  /**
   * How many may still come soon, those that wait included: work begins when that many wait, or after `patience` ms.
   * Without it work begins in the same turn of the event loop, with whatever has come until then.
   */
  expected?: () => number;
  patience?: number;
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what comes at about the same time: a round trip and a commit cost more than most work on a mail, and every sent mail adds to the
 * same rows (the workspace's credits, the campaign's rollups), where one by one each would wait for the commit of the one before it.
 * One batch at a time; calls that arrive meanwhile form the next. Each caller is answered once its own work is durable.
 */
export function createBatcher<Item, Answer>({
  together,
  alone,
  most,
  expected,
  patience = 0,
}: Gathering<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let isWorking = false;
  /** Lets the work begin before its time. */
  let hurry: (() => void) | null = null;

  const isComplete = () => waiting.length >= most || waiting.length >= (expected?.() ?? 0);

  async function gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    if (isComplete() || patience === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    hurry = null;
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.splice(0, most);
      try {
        const answers = await together(batch.map(({ item }) => item));
        batch.forEach((one, place) => one.resolve(answers[place] as Answer));
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const one of batch) await alone(one.item).then(one.resolve, one.reject);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (hurry !== null && isComplete()) hurry();
      void work();
    });
}
