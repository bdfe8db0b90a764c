import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../base/index.ts';
import { parseSkillMarkdown } from './skill-markdown.ts';
import type { SkillVersion } from './skill.ts';
import {
  bodyChecksum,
  digestFormat,
  hashesTo,
  normaliseVersion,
  versionDigest,
} from './version-digest.ts';

const base: SkillVersion = {
  name: 'Alt texts',
  description: 'Writes alternative texts.',
  body: 'Look at each picture.\n',
  supportStatus: 'full',
  allowedTools: null,
  process: false,
};
const vectors = JSON.parse(
  readFileSync(new URL('./version-digest.vectors.json', import.meta.url), 'utf8'),
) as { title: string; version: SkillVersion; digest: string }[];

const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
const anyVersion: fc.Arbitrary<SkillVersion> = fc.record({
  name: text,
  description: text,
  body: text,
  supportStatus: fc.constantFrom('full', 'partial'),
  allowedTools: fc.option(
    fc.array(fc.constantFrom('a', 'b', 'Bash(git add:*)', '\u{1f600}', '\uff5e')),
  ),
  process: fc.boolean(),
});

describe('versionDigest', () => {
  it('DIG-05 the committed vectors are at least twelve', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(12);
  });

  it.each(vectors)('DIG-05 vector: $title', ({ version, digest }) => {
    expect(versionDigest(version)).toBe(digest);
  });

  it('DIG-01 is sha256 over a canonical text of exactly the six fields, under its format', () => {
    const { name, description, body } = base;
    const canonical = `{"allowedTools":null,"body":${JSON.stringify(body)},"description":"${description}","name":"${name}","process":false,"supportStatus":"full"}`;
    expect(versionDigest(base)).toBe(`1:${sha256Hex(canonical)}`);
    expect(versionDigest({ ...base, orphaned: true } as SkillVersion)).toBe(versionDigest(base));
  });

  it('DIG-02 key order and the order and repetition of tools mean nothing; null and [] differ', () => {
    const { name, description, body, supportStatus, process } = base;
    const digest = (allowedTools: string[] | null) =>
      versionDigest({ process, supportStatus, allowedTools, body, description, name });
    expect(digest(null)).toBe(versionDigest(base));
    expect(digest(['b', 'a', 'b'])).toBe(digest(['a', 'b']));
    expect(digest(['a, b'])).toBe(digest(['a', 'b']));
    expect(new Set([digest(null), digest([]), digest(['a'])]).size).toBe(3);
  });

  it('DIG-03 changing any one digested field changes it', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (one, other) => {
        for (const field of Object.keys(base) as (keyof SkillVersion)[]) {
          const changed = normaliseVersion({ ...one, [field]: other[field] });
          const isSame = JSON.stringify(changed) === JSON.stringify(normaliseVersion(one));
          expect(versionDigest(changed) === versionDigest(one)).toBe(isSame);
        }
      }),
    );
  });

  it('DIG-03 another key order and keys nobody reads leave the digest of a file unchanged', () => {
    const keys = ['name: Alt', 'description: Texts', 'allowed-tools: a b', 'process: true'];
    const digestOf = (lines: readonly string[]) => {
      const parsed = parseSkillMarkdown(`---\n${lines.join('\n')}\n---\nBody`);
      if (!parsed.ok) throw new Error(parsed.error.message);
      return versionDigest(parsed.skill.version);
    };
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...keys, 'licence: MIT', 'version: 2', 'model: big'], {
          minLength: 4,
        }),
        (lines) => {
          fc.pre(keys.every((key) => lines.includes(key)));
          expect(digestOf(lines)).toBe(digestOf(keys));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('DIG-01 skill torture H: what moves from one field into the next changes the digest; tools are sorted by bytes, in every locale', () => {
    const parts = fc.string({
      unit: fc.constantFrom('a', '"', ',', ':', '\\', '\n'),
      maxLength: 8,
    });
    const cut = fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 }));
    fc.assert(
      fc.property(parts, cut, cut, (text, one, other) => {
        const split = (at: readonly number[]): SkillVersion => {
          const [from, to] = [Math.min(...at), Math.max(...at)];
          return {
            name: text.slice(0, from),
            description: text.slice(from, to),
            body: text.slice(to),
            supportStatus: 'full',
            allowedTools: null,
            process: false,
          };
        };
        const [left, right] = [split(one), split(other)];
        expect(versionDigest(left) === versionDigest(right)).toBe(
          JSON.stringify(left) === JSON.stringify(right),
        );
      }),
      { numRuns: 500 },
    );
    const tools = ['é', 'z', 'Z', 'a', '\u{1F600}', '\uFF5E'];
    const expected = ['Z', 'a', 'z', 'é', '\uFF5E', '\u{1F600}'];
    expect(
      normaliseVersion({
        name: 'n',
        description: 'd',
        body: 'b',
        supportStatus: 'partial',
        allowedTools: tools,
        process: false,
      }).allowedTools,
    ).toEqual(expected);
  });

  it('a file with CRLF and its LF twin have one digest (decisions §51)', () => {
    fc.assert(
      fc.property(anyVersion, (version) => {
        const lf = normaliseVersion(version);
        const crlf = { ...lf, body: lf.body.replaceAll('\n', '\r\n') };
        expect(versionDigest(crlf)).toBe(versionDigest(lf));
      }),
    );
  });

  it('does not know formats it was not given', () => {
    expect(() => versionDigest(base, '2')).toThrow(TypeError);
    expect(() => versionDigest(base, 'toString')).toThrow(TypeError);
    const hex = sha256Hex('');
    for (const digest of [`2:${hex}`, hex, `1:${hex}0`, '1:', `1:${hex.toUpperCase()}`, '']) {
      expect(digestFormat(digest)).toBeNull();
      expect(hashesTo(base, digest)).toBe(false);
    }
    expect(hashesTo(base, versionDigest(base))).toBe(true);
    expect(hashesTo({ ...base, process: true }, versionDigest(base))).toBe(false);
  });
});

it('DIG-04 the body checksum is a sha256 of the body only', () => {
  expect(bodyChecksum(base.body)).toBe(sha256Hex(base.body));
});
