import type { exportStages } from '@skein/contracts/main/workspace-archives.contract';
import type { BulkRunStep, HeldRun } from '#platform/bulk-runs/bulk-run';

/** Real ms between two words about the progress. */
const tellEvery = 1_000;

/** Tells a run how far its archive is. Each word also learns whether the run still wants the archive. */
export class ExportProgress {
  readonly #held: HeldRun;
  #rows = 0;
  #files = 0;
  #toldAt = performance.now();

  constructor(held: HeldRun) {
    this.#held = held;
  }

  /** The next stage begins; `total` is how many rows there are in all. @throws GaveWay */
  begin(stage: (typeof exportStages)[number], total?: number): Promise<void> {
    return this.#tell({ place: { stage }, ...(total === undefined ? {} : { total }) });
  }

  /** Something more is in the archive; told once a second at most. @throws GaveWay */
  async add({ rows = 0, files = 0 }: { rows?: number; files?: number }): Promise<void> {
    this.#rows += rows;
    this.#files += files;
    this.#held.signal.throwIfAborted();
    if (performance.now() - this.#toldAt >= tellEvery) await this.#tell({});
  }

  /** All is in the archive. @throws GaveWay */
  finish(): Promise<void> {
    return this.#tell({});
  }

  async #tell(step: BulkRunStep): Promise<void> {
    this.#held.signal.throwIfAborted();
    const [rows, files] = [this.#rows, this.#files];
    await this.#held.commit(async () => ({ ...step, done: rows, counts: { files } }));
    this.#rows -= rows;
    this.#files -= files;
    this.#toldAt = performance.now();
  }
}
