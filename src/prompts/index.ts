export {
  promptAndSnippets,
  type PromptConfiguration,
  type Snippet,
  type SnippetReader,
} from './snippet.ts';
export {
  composeSystemMessage,
  type InstructionSection,
  type SystemMessageParts,
} from './system-message.ts';
export { composeFencedBlock, type FencedBlock, type FencedSkill } from './fenced-block.ts';
