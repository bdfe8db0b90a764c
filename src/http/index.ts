export type { MetricsSource, Readiness } from './health-deps.ts';
export { createHealthApp } from './health-routes.ts';
export { createHttpApp } from './create-http-app.ts';
export type { SettingsService } from './settings-routes.ts';
export type { HttpDeps, HttpOptions } from './http-deps.ts';
