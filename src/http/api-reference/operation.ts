import {
  ExplainTool,
  GovernanceOverview,
  PlaygroundRequest,
  PlaygroundRun,
  Rehearsal,
  Budget,
  SettingView,
  ToolExplanation,
  UsageOverview,
} from '../../contracts/index.ts';
import { described, many } from './described-route.ts';

/** What an installation is used for, what it is allowed, and how it is set. */
export const OPERATION = [
  described('GET /api/usage', 'What models were used for', {
    query: ['from', 'to'],
    answer: UsageOverview,
  }),
  described('PUT /api/budgets', 'Sets or takes away a budget', {
    body: Budget,
    answer: UsageOverview,
  }),
  described('POST /api/playground/rehearsal', 'What the first request of a run would be', {
    body: PlaygroundRequest,
    answer: Rehearsal,
  }),
  described('POST /api/playground/runs', 'Starts a run to try a configuration', {
    body: PlaygroundRequest,
    answer: PlaygroundRun,
    status: 202,
    isOnce: true,
  }),
  described('GET /api/governance', 'How it stands to the governance profiles', {
    answer: GovernanceOverview,
  }),
  described('POST /api/governance/explain', 'Whether a person’s run may call a tool, and why not', {
    body: ExplainTool,
    answer: ToolExplanation,
  }),
  described('GET /api/settings', 'Every setting as it stands', { answer: many(SettingView) }),
] as const;
