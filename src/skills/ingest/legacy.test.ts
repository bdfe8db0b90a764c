import { expect, it } from 'vitest';
import fc from 'fast-check';
import { sha256Hex } from '../../base/index.ts';
import { formatSkillMarkdown, parseSkillMarkdown } from '../skill-markdown.ts';
import type { SkillVersion } from '../skill.ts';
import { bodyChecksum } from '../version-digest.ts';
import { legacyVerdict } from './legacy.ts';

const version = (fields: Partial<SkillVersion> = {}): SkillVersion => ({
  name: 'N',
  description: 'D',
  body: 'Text.',
  supportStatus: 'full',
  allowedTools: null,
  process: false,
  ...fields,
});
const check = (of: SkillVersion, rawFrontMatter: string | null, checksum = bodyChecksum(of.body)) =>
  legacyVerdict({ version: of, bodyChecksum: checksum, rawFrontMatter });
const RAW = 'name: N\ndescription: D';

it.each([
  [version(), RAW, null],
  [version(), '{"name":"N","description":"D"}', null],
  [version({ name: '7' }), '{"name":7,"description":"D"}', null],
  [version({ description: 'a/b 😀' }), '{"name":"N","description":"a\\/b \\ud83d\\ude00"}', null],
  [version({ name: 'M' }), RAW, 'name'],
  [version({ description: 'E' }), RAW, 'description'],
  [version({ allowedTools: [], supportStatus: 'partial' }), RAW, 'allowed_tools'],
  [version(), `${RAW}\nallowed-tools: Read`, 'allowed_tools'],
  [version({ supportStatus: 'partial' }), RAW, 'support_status'],
  [version({ body: 'Run scripts/x.py' }), RAW, 'support_status'],
  [version(), null, 'front_matter_missing'],
  [version(), ' ', 'front_matter_missing'],
  [version(), '[]', 'front_matter_unreadable'],
  [version(), 'name: [', 'front_matter_unreadable'],
  [version(), '{"name":"N"}', 'front_matter_unreadable'],
])('DIG-09 %j from %j: %s', (of, raw, fault) => {
  const verdict = check(of, raw);
  expect(verdict.ok ? null : verdict.fault).toBe(fault);
});

it('DIG-09 the body is checked first, as it was stored or with its line ends normalised', () => {
  expect(check(version({ body: 'a\r\nb' }), RAW, sha256Hex('a\r\nb')).ok).toBe(true);
  expect(check(version({ body: 'a\r\nb' }), RAW, sha256Hex('a\nb')).ok).toBe(true);
  expect(check(version({ body: 'b' }), null, bodyChecksum('a'))).toEqual({
    ok: false,
    fault: 'body',
  });
});

it('DIG-09 every row a sync wrote passes, and an edit of one of its fields does not', () => {
  const line = fc.stringMatching(/^[a-z]{1,8}$/);
  const tools = fc.option(fc.uniqueArray(line, { maxLength: 3 }));
  fc.assert(
    fc.property(
      fc.record({ name: line, body: line, allowedTools: tools, process: fc.boolean() }),
      line,
      (fields, other) => {
        const { name, allowedTools } = fields;
        const text = formatSkillMarkdown(version(fields));
        const parsed = parseSkillMarkdown(text);
        if (!parsed.ok) throw new Error(parsed.error.message);
        const { version: written, rawFrontMatter } = parsed.skill;
        expect(check({ ...written, process: false }, rawFrontMatter)).toEqual({
          ok: true,
          version: written,
        });
        for (const edit of [
          { name: `${name}${other}` },
          { description: `x${other}` },
          { allowedTools: [...(allowedTools ?? []), `x-${other}`] },
        ]) {
          expect(check({ ...written, ...edit }, rawFrontMatter).ok).toBe(false);
        }
        const edited = { ...written, body: `${written.body}${other}` };
        expect(check(edited, rawFrontMatter, bodyChecksum(written.body)).ok).toBe(false);
      },
    ),
  );
});
