import { expect, it } from 'vitest';
import { commandLine } from '../e2e/support/command.ts';

it('vouch users adds and lists people and gives new passwords; what is wrong is refused with a sentence', async () => {
  const { call } = await commandLine();
  const users = async (args: readonly string[], input = '') => {
    const { code, stdout, stderr } = await call(['users', ...args], { input });
    return { code, output: stdout + stderr };
  };
  const ben = ['--email', 'ben@example.org'];
  expect(await users(['add', '--name', 'Ben', ...ben], 'correct horse\n')).toEqual({
    code: 0,
    output: 'Ben may sign in now.\n',
  });
  expect(
    (await users(['add', '--name', 'Cleo', '--email', 'cleo@x.org', '--admin'], 'correct horse'))
      .code,
  ).toBe(0);
  const list = await users(['list', '--json']);
  expect(JSON.parse(list.output)).toMatchObject([
    { name: 'Ben', email: 'ben@example.org', isAdministrator: false },
    { name: 'Cleo', email: 'cleo@x.org', isAdministrator: true },
  ]);
  expect((await users(['list'])).output).toMatch(/^ben@example.org +editor +Ben$/m);
  expect((await users(['reset-password', ...ben], 'another horse')).code).toBe(0);
  for (const [args, password, words] of [
    [['reset-password', ...ben], ' '.repeat(12), 'not all of them blank'],
    [['reset-password', '--email', 'eve@x.org'], 'another horse', 'Nobody here'],
    [['add', '--name', 'Ben', ...ben], 'another horse', 'exists already'],
    [['add', '--name', ' ', '--email', 'd@x.org'], 'another horse', '1 to 255 characters'],
  ] as const) {
    const refused = await users(args, password);
    expect(refused.code).toBe(2);
    expect(refused.output).toContain(words);
  }
});

it('API-05 a language that is not said is that of the person who acts, without one that of the environment', async () => {
  const { call } = await commandLine();
  const localeOf = async (email: string) => {
    const { stdout } = await call(['users', 'list', '--json']);
    const people = JSON.parse(stdout) as { readonly email: string; readonly locale: string }[];
    return people.find((person) => person.email === email)?.locale;
  };
  const inGerman = { LC_ALL: '', LC_MESSAGES: '', LANG: 'de_DE.UTF-8' };
  const inFrench = { ...inGerman, LANG: 'fr_FR.UTF-8' };
  const person = (name: string) => ['--name', name, '--email', `${name}@example.org`];
  const input = 'correct horse';
  await call(['setup', ...person('ada')], { input, env: inGerman });
  expect(await localeOf('ada@example.org')).toBe('de');
  await call(['users', 'add', ...person('ben')], { input, env: inFrench });
  expect(await localeOf('ben@example.org')).toBe('de');
  await call(['users', 'invite', ...person('cleo')], { env: inFrench });
  expect(await localeOf('cleo@example.org')).toBe('de');
  await call(['users', 'add', ...person('eve'), '--admin', '--locale', 'en'], { input });
  expect(await localeOf('eve@example.org')).toBe('en');
  // Of two administrators neither is meant.
  await call(['users', 'add', ...person('finn')], { input, env: inFrench });
  expect(await localeOf('finn@example.org')).toBe('en');
  const asEve = ['--as', 'eve@example.org'];
  await call(['users', 'invite', ...person('gil'), ...asEve], { env: inGerman });
  expect(await localeOf('gil@example.org')).toBe('en');
});
