/** Hands a value to the person as a JSON file. */
export function saveJson(name: string, value: unknown): void {
  const blob = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** A name a file may have everywhere. */
export function fileNameOf(name: string): string {
  return `vouch-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.json`;
}
