export {
  isMarked,
  markRefusal,
  promptAndSnippets,
  selectSnippets,
  snippetBlock,
  snippetBlockDigest,
  type PromptConfiguration,
  type Snippet,
  type SnippetReader,
} from './snippet.ts';
export { composedBody } from './composed-body.ts';
export {
  composeSystemMessage,
  instructionSection,
  type InstructionSection,
  type SystemMessageParts,
} from './system-message.ts';
export {
  BEGIN_MARKER,
  composeFencedBlock,
  DEFAULT_MAX_BYTES,
  END_MARKER,
  fencedBlockLimit,
  neutraliseMarkers,
  type FencedBlock,
  type FencedSkill,
} from './fenced-block.ts';
