export { createHttpApp } from './create-http-app.ts';
export type { HttpDeps, HttpOptions } from './http-deps.ts';
