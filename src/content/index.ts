export type { AppliedChange, ContentHost, WriteContext } from './host.ts';
export type {
  ContentElement,
  ElementKind,
  FieldDescription,
  Localised,
  PageContent,
  PageNode,
  PageRecord,
  PageTree,
  RecordType,
  ReferenceRecord,
  RenderedPage,
  SiteDescription,
  TableName,
} from './records.ts';
export type {
  ChangeRefusal,
  ChangeRefusalCode,
  ContentChange,
  PlannedChange,
  PlanResult,
} from './change.ts';
export type { HistoryEntry } from './history.ts';
