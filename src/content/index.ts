export type { AppliedChange, ContentHost, WriteContext } from './host.ts';
export type {
  ContentElement,
  ElementKind,
  FieldDescription,
  FieldValue,
  Localised,
  PageContent,
  PageNode,
  PageRecord,
  PageTree,
  PageValue,
  RecordType,
  ReferenceRecord,
  RenderedPage,
  FoundPages,
  SearchHit,
  SiteDescription,
  TableName,
} from './records.ts';
export type {
  ChangeRefusal,
  ContentChange,
  OmittedPart,
  PlannedChange,
  PlanResult,
} from './change.ts';
export type { HistoryEntry } from './history.ts';
export { linkedAddresses, linkedPage } from './linked-page.ts';
export {
  SAMPLE_CHARACTERS,
  type AlignedElement,
  type AlignedReference,
  type ContentStores,
  type ElementSplice,
  type HistoryFile,
  type HistoryRow,
  type HistoryState,
  type HistoryStore,
  type IdentityStore,
  type PageMoved,
  type Settled,
  type KnownElement,
  type KnownReference,
  type PageIdentity,
  type RecordedEdit,
} from './stores.ts';
export {
  alignElements,
  alignByEdits,
  alignReferences,
  sampleOf,
  SAME_TEXT_SHARE,
  type FreshElement,
} from './align.ts';
export {
  linkKey,
  type IndexedLink,
  type IndexedPage,
  type LinkFound,
  type LinksIn,
  type SearchIndex,
  type SearchReach,
} from './search-index.ts';
export { unlessUnavailable } from './unless-unavailable.ts';
export { findWord, searchWords } from './search-words.ts';
export { pagesByLanguage, type PageLanguages } from './translations.ts';
export { textLikeness } from './likeness.ts';
export {
  isUnder,
  mayReadRecords,
  mayWriteField,
  mayWriteRecords,
  reachesPage,
  type PagePlace,
} from './rights.ts';
export { accessPreview, rightsOptions } from './access-preview.ts';
export type { PageFinding, PageRules } from './page-rules.ts';
export {
  contentToolsOf,
  createContentTools,
  type ContentToolOptions,
} from './tools/content-tools.ts';
export { boundedPage, MAX_JSON_BYTES, type PagePart } from './tools/bounded-page.ts';
