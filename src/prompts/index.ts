export {
  promptAndSnippets,
  snippetBlock,
  snippetBlockDigest,
  type LeftOutSnippet,
  type PromptAndSnippets,
  type PromptConfiguration,
  type Snippet,
  type SnippetReader,
} from './snippet.ts';
export {
  composeSystemMessage,
  type InstructionSection,
  type SystemMessageParts,
} from './system-message.ts';
export { attachedImagesText, leftOutImagesText } from './attached-images.ts';
export { attachedFilesBlock, type AttachedFile } from './attached-files.ts';
export {
  composeFencedBlock,
  DEFAULT_MAX_BYTES,
  type FencedBlock,
  type FencedSkill,
} from './fenced-block.ts';
export {
  createSnippetService,
  type SnippetService,
  type SnippetServiceDeps,
} from './snippet-service.ts';
export { mayWriteSnippets } from './snippet-rules.ts';
export type {
  SnippetAuditEvent,
  SnippetAuditRow,
  SnippetConfiguration,
  SnippetConfigurations,
  SnippetHistoryRow,
  SnippetMarkRow,
  SnippetRecords,
  SnippetStore,
  SnippetWriter,
  StoredSnippet,
} from './snippet-store.ts';
