/** Whether a process can take requests and work. */
export interface Readiness {
  readonly database: boolean;
  /** Whether it hears what other servers do; on SQLite always. */
  readonly otherServers: boolean;
  readonly stopping: boolean;
}

/** Figures for Prometheus, in its text format. */
export interface MetricsSource {
  /** What a reader shows as its bearer token. */
  readonly token: string;
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface HealthDeps {
  /** Whether the database answers. */
  readonly isHealthy: () => Promise<boolean>;
  /** Default: ready while healthy. */
  readonly readiness?: () => Promise<Readiness>;
  /** Default: there are none. */
  readonly metrics?: MetricsSource | null;
}
