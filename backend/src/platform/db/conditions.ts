/** Gathers the conditions of one statement with their values, so that every value is a parameter and never text. */
export class Conditions {
  readonly values: unknown[];
  private readonly parts: string[] = [];

  constructor(...first: unknown[]) {
    this.values = [...first];
  }

  /** A parameter for a value: `$3`. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** Adds a condition; each `?` in it is replaced by one of the values, in order. */
  add(sql: string, ...values: unknown[]): this {
    let index = 0;
    this.parts.push(sql.replace(/\?/g, () => this.value(values[index++])));
    return this;
  }

  /** All of them, joined by AND; `true` when there is none. */
  get sql(): string {
    return this.parts.length === 0 ? 'true' : this.parts.map((part) => `(${part})`).join(' AND ');
  }
}
