export { createHttpApp } from './create-http-app.ts';
export type { HttpDeps, HttpOptions, RunLists } from './http-deps.ts';
