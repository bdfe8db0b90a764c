/** Runs `work` with the address of a PostgreSQL server of its own, which ends and is removed afterwards. */
export function withPostgres<T>(work: (server: string) => Promise<T>): Promise<T>;
