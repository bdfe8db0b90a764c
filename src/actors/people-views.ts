import type { GroupView, PersonState, PersonView } from '../contracts/index.ts';
import type { Group, Person } from './person.ts';

/** How somebody stands. */
export function personState({
  isDisabled,
  isInvited,
}: Pick<Person, 'isDisabled' | 'isInvited'>): PersonState {
  if (isDisabled) return 'disabled';
  return isInvited ? 'invited' : 'active';
}

export function personView(person: Person): PersonView {
  const {
    userId,
    isDisabled: _disabled,
    isInvited: _invited,
    hasPassword: _password,
    ...shown
  } = person;
  return { id: userId, ...shown, state: personState(person) };
}

export function groupView({ groupId, ...shown }: Group): GroupView {
  return { id: groupId, ...shown };
}
