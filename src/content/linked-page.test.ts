import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkedAddresses } from './linked-page.ts';

it.each<[string, string, readonly string[]]>([
  ['en/about.md', 'team.md', ['en/team.md', 'en/about/team.md']],
  ['en/about.md', './team/#who', ['en/team', 'en/about/team']],
  ['en/about.md', '../de/ueber.md?x=1', ['de/ueber.md', 'en/de/ueber.md']],
  ['en/about.md', '/en/team/', ['en/team']],
  ['en/index.md', 'team/', ['en/team']],
  ['a.md', '../../../secret', ['secret', 'secret']],
  ['a.md', 'M%C3%BChle.md', ['Mühle.md', 'a/Mühle.md']],
  ['a.md', '/', ['']],
  ['a.md', '%zz', []],
  ['a.md', '#place', []],
  ['a.md', '', []],
  ['a.md', 'https://example.org/a', []],
  ['a.md', '//example.org/a', []],
  ['a.md', 'javascript:alert(1)', []],
])('on %s a link to %s means %j', (page, href, expected) => {
  expect(linkedAddresses(page, href)).toEqual(expected);
});

it('never leads out of the site, whatever is written', () => {
  fc.assert(
    fc.property(fc.string(), (href) => {
      for (const address of linkedAddresses('en/deep/page.md', href)) {
        expect(address.split('/')).not.toContain('..');
        expect(address.startsWith('/')).toBe(false);
      }
    }),
  );
});
