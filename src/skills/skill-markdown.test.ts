import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSkillMarkdown, parseSkillMarkdown } from './skill-markdown.ts';
import type { SkillVersion } from './skill.ts';
import { supportStatusOf } from './support-status.ts';
import { versionDigest } from './version-digest.ts';

function read(file: string | Uint8Array): SkillVersion {
  const parsed = parseSkillMarkdown(file);
  if (!parsed.ok) throw new Error(`${parsed.error.code}: ${parsed.error.message}`);
  return parsed.skill.version;
}

/** Front matter with a name and a description, and what is given besides. */
const withKeys = (...lines: string[]) =>
  `---\nname: Alt\ndescription: Texts\n${lines.map((line) => `${line}\n`).join('')}---\n\nBody\n`;

function refusal(file: string | Uint8Array) {
  const parsed = parseSkillMarkdown(file);
  return parsed.ok ? null : { code: parsed.error.code, line: parsed.error.line };
}

describe('parseSkillMarkdown', () => {
  it('reads the six fields', () => {
    expect(read(withKeys('allowed-tools: b, a', 'process: true', 'licence: MIT'))).toEqual({
      name: 'Alt',
      description: 'Texts',
      body: 'Body\n',
      supportStatus: 'partial',
      allowedTools: ['a', 'b'],
      process: true,
    });
  });

  it('DIG-02 four spellings of the same tools are one list and one digest', () => {
    const spellings = [
      ['allowed-tools: Read, Bash(git add:*)'],
      ['allowed-tools: Bash(git add:*) Read'],
      ['allowed-tools:', '  - Read', '  - Bash(git add:*)'],
      ['allowed-tools: [Read, "Bash(git add:*)"]'],
      ['allowed_tools: >-', '  Read,', '  Bash(git add:*)'],
    ].map((lines) => read(withKeys(...lines)));
    expect(new Set(spellings.map((version) => versionDigest(version))).size).toBe(1);
    expect(spellings[0]?.allowedTools).toEqual(['Bash(git add:*)', 'Read']);
  });

  it.each([
    ['no key', [], null],
    ['an empty list', ['allowed-tools: []'], []],
    ['an empty text', ['allowed-tools: ""'], []],
    ['nothing after the colon', ['allowed-tools:'], []],
    ['a number', ['allowed-tools: 7'], []],
    ['a boolean', ['allowed-tools: true'], []],
    ['a map', ['allowed-tools: {a: b}'], []],
    ['the hyphen wins', ['allowed_tools: a', 'allowed-tools: b'], ['b']],
    ['unless it is null', ['allowed_tools: a', 'allowed-tools: ~'], ['a']],
    [
      'a map in a list is its text',
      ['allowed-tools:', '  - WebFetch(domain: x)'],
      ['WebFetch(domain: x)'],
    ],
    ['numbers in a list are their text', ['allowed-tools: [007, 1e3]'], ['007', '1e3']],
    ['an alias grants nothing', ['x: &x Read', 'allowed-tools: *x'], []],
    ['a merge key grants nothing', ['x: &x {allowed-tools: Read}', '<<: *x'], null],
    ['a merged map grants nothing', ['<<: {allowed-tools: Read}'], null],
  ])('tools: %s', (_title, lines, allowedTools) => {
    expect(read(withKeys(...lines)).allowedTools).toEqual(allowedTools);
  });

  it.each([
    ['true', true, null],
    ['True', true, null],
    ['false', false, null],
    ['', false, null],
    ['yes', false, 4],
    ['on', false, 4],
    ['"true"', false, 4],
    ['1', false, 4],
    ['!yes true', false, 4],
    ['!!bool true', false, 4],
    ['[true]', false, 4],
  ])('process: %s', (value, process, ignoredProcessLine) => {
    const parsed = parseSkillMarkdown(withKeys(`process: ${value}`));
    expect(parsed).toMatchObject({ ok: true, skill: { version: { process }, ignoredProcessLine } });
  });

  it('a process by alias is none', () => {
    expect(read(withKeys('x: &x true', 'process: *x')).process).toBe(false);
  });

  it.each([
    ['name: 007', '007'],
    ['name: 1e3', '1e3'],
    ['name: true', 'true'],
    ['name: "  padded  "', 'padded'],
    ["name: 'it''s'", "it's"],
    ['name: ../../evil', '../../evil'],
  ])('names are source text: %s', (line, name) => {
    expect(read(`---\n${line}\ndescription: d\n---\n`).name).toBe(name);
  });

  it('a byte order mark, CRLF and blanks after the dashes leave no trace', () => {
    const plain = read(withKeys('allowed-tools: a'));
    const crlf = `\uFEFF${withKeys('allowed-tools: a').replaceAll('\n', '\r\n')}`;
    expect(read(crlf)).toEqual(plain);
    expect(read(new TextEncoder().encode(crlf))).toEqual(plain);
    expect(read(withKeys('allowed-tools: a').replace('---\n\n', '--- \t\n\n'))).toEqual(plain);
  });

  it('keeps later dashes, the end of the body and unknown keys as they are', () => {
    const parsed = parseSkillMarkdown(`${withKeys('hooks: {a: [b]}')}---\nmore  \n\n`);
    expect(parsed).toMatchObject({
      ok: true,
      skill: {
        version: { body: 'Body\n---\nmore  \n\n' },
        rawFrontMatter: 'name: Alt\ndescription: Texts\nhooks: {a: [b]}',
      },
    });
  });

  it('a template or shell line in the body is text', () => {
    const body = 'Run !`id` and {{input}} and ${HOME}.\n';
    expect(read(`---\nname: a\ndescription: b\n---\n${body}`).body).toBe(body);
  });

  it.each<[title: string, file: string | Uint8Array, code: string, line: number]>([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x2d, 0x00]), 'not_utf8', 1],
    ['bad bytes', new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xc3, 0x28]), 'not_utf8', 1],
    ['a NUL byte', withKeys().replace('Body', 'Bo\0dy'), 'nul_character', 6],
    ['an empty file', '', 'no_front_matter', 1],
    ['no front matter', '# Title\n', 'no_front_matter', 1],
    ['a blank first line', `\n${withKeys()}`, 'no_front_matter', 1],
    ['no end', '---\nname: a\n', 'front_matter_open', 1],
    ['a directive', '---\n%YAML 1.1\nname: a\n---\n', 'yaml_directive', 2],
    ['two documents', '---\nname: a\n--- b\n---\n', 'yaml_syntax', 3],
    ['a list', '---\n- a\n---\n', 'not_a_mapping', 2],
    ['nothing', '---\n---\n', 'not_a_mapping', 2],
    ['a duplicate key', withKeys('process: true', 'process: false'), 'duplicate_key', 5],
    ['a nested duplicate key', withKeys('x:', '  a: 1', '  a: 2'), 'duplicate_key', 6],
    ['a star', withKeys('allowed-tools: *'), 'yaml_syntax', 4],
    ['a broken list', withKeys('allowed-tools: [a'), 'yaml_syntax', 4],
    ['a list as a key', withKeys('? [a]', ': b'), 'yaml_syntax', 4],
    ['a key with a no-break space', withKeys('allowed-tools\u00a0: a'), 'lookalike_key', 4],
    ['a key with a zero-width space', withKeys('process\u200b: true'), 'lookalike_key', 4],
    ['a key with a variation selector', withKeys('process\ufe0f: true'), 'lookalike_key', 4],
    ['a key with a filler', withKeys('process\u3164: true'), 'lookalike_key', 4],
    ['no name', '---\ndescription: b\n---\n', 'name_missing', 2],
    ['an empty name', '---\ndescription: b\nname:\n---\n', 'name_missing', 3],
    ['a blank name', '---\nname: "  "\ndescription: b\n---\n', 'name_missing', 2],
    ['a name that is a list', '---\nname: [a]\ndescription: b\n---\n', 'name_not_text', 2],
    ['a name by alias', '---\nx: &x a\nname: *x\ndescription: b\n---\n', 'name_not_text', 3],
    ['no description', '---\nname: a\n---\n', 'description_missing', 2],
    ['half a character', '---\nname: "\\ud800"\ndescription: b\n---\n', 'not_well_formed', 2],
    ['an escaped NUL', '---\nname: a\ndescription: "a\\0b"\n---\n', 'not_well_formed', 3],
    ['a long name', `---\nname: ${'x'.repeat(256)}\ndescription: b\n---\n`, 'name_too_long', 2],
    ['a list within the tools', withKeys('allowed-tools: [[a]]'), 'allowed_tools_item', 4],
    [
      'an alias within the tools',
      withKeys('x: &x a', 'allowed-tools: [*x]'),
      'allowed_tools_item',
      5,
    ],
    ['large front matter', withKeys(`x: ${'ä'.repeat(4_096)}`), 'front_matter_too_large', 2],
    ['a large body', `${withKeys()}${'ä'.repeat(32_768)}`, 'body_too_large', 5],
  ])('refuses %s', (_title, ...[file, code, line]) => {
    expect(refusal(file)).toEqual({ code, line });
  });

  it('an unquoted colon says which value to quote', () => {
    expect(parseSkillMarkdown('---\nname: a\ndescription: Use when: x\n---\n')).toMatchObject({
      ok: false,
      error: {
        code: 'yaml_syntax',
        line: 3,
        hint: expect.stringContaining('quote the description') as string,
      },
    });
  });

  it('accepts the largest body and an alias bomb nobody reads', () => {
    expect(read(`---\nname: a\ndescription: b\n---\n${'x'.repeat(65_536)}`).body).toHaveLength(
      65_536,
    );
    const bomb = [
      'a: &a [x,x]',
      ...'bcdefghij'
        .split('')
        .map(
          (key, index) =>
            `${key}: &${key} [*${'abcdefghi'.charAt(index)},*${'abcdefghi'.charAt(index)}]`,
        ),
    ];
    expect(read(withKeys(...bomb)).name).toBe('Alt');
  });

  it('never throws, whatever the front matter', () => {
    const piece = fc.constantFrom(
      'name',
      'process',
      ':',
      ' ',
      '\n',
      '- ',
      '"',
      "'",
      '[',
      '{',
      '}',
      '&a',
      '*a',
      '|',
      '>',
      '#',
      '!x',
      '? ',
      '<<',
      '\t',
      'ü',
      '\u200b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = parseSkillMarkdown(`---\n${pieces.join('')}\n---\n`);
        if (!parsed.ok) expect(parsed.error.line).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
    expect(refusal(`---\na: ${'['.repeat(8_000)}\n---\n`)?.code).toBe('yaml_syntax');
  });
});

describe('formatSkillMarkdown', () => {
  it('writes fixed bytes', () => {
    const version: SkillVersion = {
      name: 'Say "hi"',
      description: 'Use when: always',
      body: 'Body\n',
      supportStatus: 'partial',
      allowedTools: ['b', 'a'],
      process: true,
    };
    expect(formatSkillMarkdown(version)).toBe(
      '---\nname: "Say \\"hi\\""\ndescription: "Use when: always"\nallowed-tools:\n  - "a"\n  - "b"\nprocess: true\n---\n\nBody\n',
    );
  });

  it('reads back as the same version', () => {
    const oneLine = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 200 })
      .map((value) => value.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim())
      .filter((value) => value !== '');
    const name = oneLine.filter((value) => Array.from(value).length <= 255);
    const body = fc
      .string({ unit: 'binary' })
      .map((value) =>
        value.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trimStart(),
      );
    const tools = fc.option(
      fc.array(fc.stringMatching(/^[A-Za-z_"'#:]{1,8}(\([a-z :*,]{0,6}\))?$/)),
    );
    fc.assert(
      fc.property(fc.tuple(name, oneLine, body, tools, fc.boolean()), (texts) => {
        const [name, description, body, allowedTools, process] = texts;
        const supportStatus = supportStatusOf({ body, allowedTools });
        const version = { name, description, body, supportStatus, allowedTools, process };
        const again = read(formatSkillMarkdown(version));
        expect(versionDigest(again)).toBe(versionDigest(version));
        expect(formatSkillMarkdown(again)).toBe(formatSkillMarkdown(version));
      }),
      { numRuns: 500 },
    );
  });
});
