import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN } from './chat-world.ts';
import { createPeopleParts } from './people-world.ts';

const ADA = {
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse battery',
  locale: 'en',
} as const;

describeEachDatabase('who stands in the log of people', (openFresh) => {
  const open = async () => {
    const { createdPeople, peopleAdministration } = createPeopleParts(
      await openFresh(),
      systemClock,
    );
    const log = async () =>
      (await peopleAdministration.audit(ADMIN)).map(({ event, actorKind, actorName }) => [
        event,
        actorKind,
        actorName,
      ]);
    return { people: createdPeople, log, token: (await createdPeople.issueSetupToken()) ?? '' };
  };

  it('the first administrator was made by the set-up link, a further person by the command line', async () => {
    const { people, log, token } = await open();
    await people.createAdministrator({ ...ADA, token });
    await people.createUser({ ...ADA, email: 'ben@example.org' });
    expect(await log()).toEqual([
      ['person_added', 'command_line', null],
      ['person_added', 'set_up_link', null],
    ]);
  });

  it('an administrator who was made at the prompt was made by the command line', async () => {
    const { people, log, token } = await open();
    await people.createAdministrator({ ...ADA, token }, 'command_line');
    expect(await log()).toEqual([['person_added', 'command_line', null]]);
  });
});
