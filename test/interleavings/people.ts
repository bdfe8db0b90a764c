import { NO_CONTENT_RIGHTS, type UserActor } from '../../src/actors/index.ts';
import type { Configuration } from '../../src/models/index.ts';
import type { World } from './truth.ts';

function person(userId: string, more: Partial<UserActor> = {}): UserActor {
  return {
    kind: 'user',
    userId,
    name: userId,
    isAdministrator: false,
    groupIds: [],
    grants: ['approve_own_changes'],
    rights: NO_CONTENT_RIGHTS,
    ...more,
  };
}

export const EDITOR = person('editor');
export const APPROVER = person('approver', { grants: ['agent_approve'] });
export const ADMIN = person('admin', { isAdministrator: true });

const CONFIGURATION: Configuration = {
  uid: 1,
  identifier: 'plain',
  name: 'Plain',
  model: 'played',
  systemPrompt: 'You help.',
  temperature: null,
  maxOutputTokens: null,
  maxIterations: 6,
  allowedGroupIds: [],
  requireSecondApprover: false,
  allowedToolGroups: [],
  snippetTags: [],
  snippetsInCallerSystemMessage: false,
  fallbackIdentifiers: [],
  isActive: true,
  isDefault: true,
};

/** One page, three people, one configuration, nothing done yet. */
export const WORLD: World = {
  nowMs: 1_000_000,
  configurations: { 1: CONFIGURATION },
  people: { editor: EDITOR, approver: APPROVER, admin: ADMIN },
  toolsOff: [],
  descriptions: { 12: 'old' },
  drafts: [],
  writes: [],
  gone: [],
  shown: {},
  skillHistory: [],
};
