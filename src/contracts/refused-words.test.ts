import { expect, it } from 'vitest';
import { z } from 'zod';
import { refusedWords, wantedWords } from './refused-words.ts';
import { AddSignInProvider, StartSignIn } from './sign-in.ts';

const address = z.url({ protocol: /^https?$/ });

it.each<[z.ZodType, unknown, string]>([
  [z.enum(['on', 'off']), 'maybe', 'It takes one of on, off; “maybe” is none of them.'],
  [z.literal('all'), 'some', 'It takes “all”; “some” is not that.'],
  [z.literal('all').or(z.array(z.string())), 'some', 'It takes “all” or a list.'],
  [z.enum(['on', 'off']), undefined, 'It is missing; it takes one of on, off.'],
  [z.string(), undefined, 'It is missing; it takes a text.'],
  [z.string().min(1), '', 'It takes at least 1 character.'],
  [z.string().max(3), 'secret', 'It takes at most 3 characters.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'It takes at most 1 of them.'],
  [z.number(), Number('many'), 'It takes a number.'],
  [z.number().int(), 1.5, 'It takes a whole number.'],
  [z.number().positive(), 0, 'It takes more than 0.'],
  [z.boolean(), 'yes', 'It takes true or false.'],
  [address, 'example.org', 'It takes an address such as https://example.org.'],
  [z.email(), 'ada', 'It takes an e-mail address.'],
  [z.iso.date(), 'today', 'It takes a day as YYYY-MM-DD.'],
  [z.string().regex(/^a+$/), 'b', 'It takes something of the form /^a+$/.'],
  [z.string().regex(/^a+$/, 'nothing but a'), 'b', 'It takes nothing but a.'],
  [z.string().refine(() => false, 'Leave it out.'), 'b', 'It: Leave it out.'],
  [z.strictObject({}), { more: 1 }, 'It has no field more.'],
])('%# is refused with a sentence', (schema, value, sentence) => {
  const read = schema.safeParse(value, { error: wantedWords, reportInput: true });
  expect(read.error?.issues.map((issue) => refusedWords(issue, 'It'))).toEqual([sentence]);
});

it('whatever is wrong about a sign-in provider is refused in words, never with a pattern', () => {
  const wrong = {
    id: 'Works!',
    name: '',
    issuer: 'example.org',
    clientId: '',
    secretVariable: 'SECRET',
    scopes: ['a b'],
    emailDomains: ['@example.org'],
  };
  const said = [
    [AddSignInProvider, wrong] as const,
    [StartSignIn, { provider: 'Works!', next: 'https://evil.example' }] as const,
  ].flatMap(([schema, value]) => {
    const read = schema.safeParse(value, { error: wantedWords, reportInput: true });
    return (read.error?.issues ?? []).map((issue) => refusedWords(issue, issue.path.join('.')));
  });
  expect(said).toHaveLength(9);
  expect(said.filter((sentence) => sentence.includes('of the form'))).toEqual([]);
  expect(said).toContain(
    'emailDomains.0 takes the end of an address without @, such as example.org.',
  );
});
