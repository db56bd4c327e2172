import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Tells the process that started Playwright (scripts/lib/run-program.mjs) which journeys run, at every step of theirs. */
export default class TellProgress implements Reporter {
  private readonly running = new Map<string, string>();

  onTestBegin(test: TestCase): void {
    this.running.set(test.id, test.titlePath().filter(Boolean).join(' > '));
    this.tell();
  }

  onStepEnd(): void {
    this.tell();
  }

  onTestEnd(test: TestCase): void {
    this.running.delete(test.id);
    this.tell();
  }

  printsToStdio(): boolean {
    return false;
  }

  private tell(): void {
    process.send?.({ running: [...this.running.values()] });
  }
}
