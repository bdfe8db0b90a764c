export { openApiDocument, type ApiDocument } from './openapi.ts';
export { referencePage } from './reference-page.ts';
