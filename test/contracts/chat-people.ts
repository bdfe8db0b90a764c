import {
  ALL_CONTENT_RIGHTS,
  EDITOR_CONTENT_RIGHTS,
  type UserActor,
} from '../../src/actors/index.ts';

export const ADMIN: UserActor = {
  kind: 'user',
  userId: 'admin',
  name: 'Ada',
  isAdministrator: true,
  groupIds: [],
  grants: [],
  rights: ALL_CONTENT_RIGHTS,
};
export const EDITOR: UserActor = {
  ...ADMIN,
  userId: 'editor',
  name: 'Edith',
  isAdministrator: false,
  grants: ['approve_own_changes'],
  rights: EDITOR_CONTENT_RIGHTS,
};
/** May talk, but not approve. */
export const READER: UserActor = { ...EDITOR, userId: 'reader', name: 'Rita', grants: [] };
