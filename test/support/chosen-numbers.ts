/** A whole number from the environment, or the default. */
export function wholeNumber(variable: string, otherwise: number): number {
  const given = process.env[variable];
  const value = given === undefined ? otherwise : Number(given);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${variable} is a whole number.`);
  return value;
}

/** A new seed each time; `VOUCH_TEST_SEED` repeats one. */
export function seedOf(): number {
  return wholeNumber('VOUCH_TEST_SEED', Date.now() % 2 ** 31);
}
