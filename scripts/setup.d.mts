/** Builds server and web, unless the sources are those of the last build. */
export function ensureBuilt(): Promise<void>;
