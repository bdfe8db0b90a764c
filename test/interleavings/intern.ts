/**
 * Numbers for texts and objects: equal ones get the same number, so that states are compared exactly and cheaply. Objects
 * must never change once they were numbered.
 */
export class Intern {
  readonly #byText = new Map<string, number>();
  readonly #byObject = new WeakMap<object, number>();

  get size(): number {
    return this.#byText.size;
  }

  text(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.#byText.size);
    return this.#byText.size - 1;
  }

  value(value: unknown): number {
    if (typeof value !== 'object' || value === null)
      return this.text(`${typeof value}:${String(value)}`);
    const known = this.#byObject.get(value);
    if (known !== undefined) return known;
    const number = this.text(JSON.stringify(value));
    this.#byObject.set(value, number);
    return number;
  }
}
