import type { MailChange, MailStore } from '../store/mail-store';

/** Changes that become durable together, and what to show in memory once they are. */
export class WorldTransaction {
  private readonly changes: MailChange[] = [];
  private readonly onDurable: (() => void)[] = [];
  private readonly onFailure: (() => void)[] = [];

  constructor(private readonly store: MailStore) {}

  change(change: MailChange): void {
    this.changes.push(change);
  }

  whenDurable(action: () => void): void {
    this.onDurable.push(action);
  }

  whenFailed(action: () => void): void {
    this.onFailure.push(action);
  }

  /** Writes, then shows. Throws the store's error after undoing what was staged in memory. */
  async commit(): Promise<void> {
    try {
      await this.store.commit(this.changes);
    } catch (error) {
      for (const action of this.onFailure) action();
      throw error;
    }
    for (const action of this.onDurable) action();
  }
}
