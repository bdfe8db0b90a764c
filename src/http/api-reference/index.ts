export { openApiDocument } from './openapi.ts';
export { referencePage } from './reference-page.ts';
