import type { Tool } from '../tool.ts';
import { choiceTool } from './choice.ts';
import { highlightTool } from './highlight.ts';
import { loadSkillTool } from './load-skill.ts';
import { progressTool } from './progress.ts';

/** The tools every installation has; each appears only in runs where it can do something (BLT-04, BLT-05). */
export const builtinTools: readonly Tool[] = [
  progressTool,
  highlightTool,
  choiceTool,
  loadSkillTool,
];
