import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isAppError } from '../base/index.ts';
import { ENVIRONMENT, SettingsFile } from './settings-schema.ts';
import { loadSettings, settingsOf, trustedOriginsOf, type Environment } from './settings.ts';

const CWD = '/srv/vouch';
const read = (file: object | null, env: Environment = {}) =>
  settingsOf(file === null ? null : JSON.stringify(file), env, CWD);

function problemsOf(file: object | string | null, env: Environment = {}): string {
  try {
    settingsOf(typeof file === 'string' || file === null ? file : JSON.stringify(file), env, CWD);
  } catch (error) {
    if (isAppError(error, 'settings_invalid')) return error.message;
    throw error;
  }
  return '';
}

/** Names of every setting, such as `server.port`. */
function settingNames(): string[] {
  return Object.entries(SettingsFile.shape).flatMap(([name, schema]) => {
    const inner = schema.unwrap();
    return 'shape' in inner ? Object.keys(inner.shape).map((key) => `${name}.${key}`) : [name];
  });
}

describe('settings', () => {
  it('start without any: this machine, SQLite, the demo site, the built-in model', () => {
    expect(read(null)).toEqual({
      dataDir: '/srv/vouch/data',
      logLevel: 'info',
      server: {
        host: '127.0.0.1',
        port: 4317,
        baseUrl: null,
        embedOrigins: [],
        sessionDays: 7,
        signInAttemptsPerMinute: 10,
        invitationDays: 7,
        resetHours: 24,
      },
      database: { dialect: 'sqlite', file: '/srv/vouch/data/vouch.db', synchronous: 'full' },
      content: {
        root: '/srv/vouch/data/site',
        isDemo: true,
        siteName: 'Aldersee Library',
        watch: 'on',
        git: 'off',
        profile: null,
        folders: null,
        defaultLanguage: null,
        draftKey: null,
        titleKey: null,
        descriptionKey: null,
        staticFolder: null,
      },
      model: { provider: 'checklist' },
      skills: {
        minTrustLevel: 'untrusted',
        instructionTrustLevel: 'verified',
        maxBytes: 24_000,
        syncMaxFiles: 500,
        syncMaxSeconds: 120,
      },
      models: { keys: {}, privateAddresses: 'none' },
      signIn: { privateAddresses: 'none' },
      webhooks: { privateAddresses: 'none' },
      mcp: {
        commands: 'refused',
        privateAddresses: 'none',
        callsPerSegment: 20,
        maxTools: 500,
        maxPages: 50,
      },
      privacy: { level: 'metadata', runDays: 30, stepDays: 30, taskDays: 30, usageDays: 400 },
      work: { concurrency: 4, stopSeconds: 20, leaseSeconds: 60 },
      metricsToken: null,
      traces: false,
      chat: {
        maxMessageCharacters: 10_000,
        maxActivePerUser: 3,
        maxConversationsPerUser: 50,
        archiveAfterDays: 30,
        deleteArchivedAfterDays: 90,
        maxAttachmentCharacters: 50_000,
        maxAttachmentPages: 200,
      },
      sources: {},
    });
  });

  it('let the environment win over the file', () => {
    const settings = read(
      { server: { port: 1, host: 'localhost' }, dataDir: 'here' },
      {
        VOUCH_PORT: '8080',
        VOUCH_DATABASE_URL: 'postgres://a:b@db/vouch',
        VOUCH_CONTENT_ROOT: 'web/content',
        VOUCH_LOG_LEVEL: '',
        PATH: '/bin',
      },
    );
    expect(settings.server).toMatchObject({ port: 8080, host: 'localhost' });
    expect(settings.database).toEqual({
      dialect: 'postgres',
      url: 'postgres://a:b@db/vouch',
      connections: 5,
    });
    expect(settings.content).toMatchObject({ root: '/srv/vouch/web/content', isDemo: false });
  });

  it('take a model with its key from the environment only', () => {
    const file = { model: { provider: 'anthropic', model: 'm' } };
    expect(read(file, { ANTHROPIC_API_KEY: 'k' }).model).toMatchObject({ apiKey: 'k', model: 'm' });
    expect(read(file, { ANTHROPIC_API_KEY: 'k', VOUCH_MODEL_API_KEY: 'own' }).model).toMatchObject({
      apiKey: 'own',
    });
    expect(read(null, { OPENAI_API_KEY: 'k' }).model).toEqual({ provider: 'checklist' });
    expect(problemsOf({ model: { provider: 'openai', model: 'm', apiKey: 'k' } })).toBe(
      'model.apiKey is not read from the file: keys come from the environment, as VOUCH_MODEL_API_KEY.',
    );
  });

  it.each<[string, object | string | null, Environment, RegExp]>([
    ['PostgreSQL without an address', { database: { dialect: 'postgres' } }, {}, /database\.url/],
    [
      'two databases',
      { database: { file: 'a.db' } },
      { VOUCH_DATABASE_URL: 'postgres://h/d' },
      /SQLite/,
    ],
    [
      'a key without a model',
      { model: { provider: 'openai' } },
      { OPENAI_API_KEY: 'k' },
      /VOUCH_MODEL\b/,
    ],
    ['a model without a key', { model: { provider: 'openai', model: 'm' } }, {}, /OPENAI_API_KEY/],
    ['a key without a provider', null, { VOUCH_MODEL_API_KEY: 'k' }, /VOUCH_MODEL_PROVIDER/],
    [
      'a compatible provider without an address',
      { model: { provider: 'openai-compatible', model: 'm' } },
      {},
      /VOUCH_MODEL_BASE_URL/,
    ],
    ['an open server without its address', { server: { host: '0.0.0.0' } }, {}, /VOUCH_BASE_URL/],
    ['a misspelt key', { sever: {} }, {}, /sever/],
    ['a misspelt variable', null, { VOUCH_DATABSE_URL: 'x' }, /VOUCH_DATABSE_URL/],
    [
      'a port that is no number',
      null,
      { VOUCH_PORT: 'many' },
      /^server\.port \(VOUCH_PORT\) takes a port: a number from 0 to 65535\.$/,
    ],
    [
      'an address without its scheme',
      null,
      { VOUCH_BASE_URL: 'vouch.example.org' },
      /^server\.baseUrl \(VOUCH_BASE_URL\) takes an address such as https:\/\/vouch\.example\.org/,
    ],
    [
      'another database',
      null,
      { VOUCH_DATABASE_URL: 'mysql://x' },
      /^database\.url \(VOUCH_DATABASE_URL\) takes an address such as postgres:/,
    ],
    [
      'a short token, without repeating it',
      null,
      { VOUCH_METRICS_TOKEN: 'short' },
      /^metrics\.token \(VOUCH_METRICS_TOKEN\) takes at least 16 characters\.$/,
    ],
    [
      'a level there is not',
      null,
      { VOUCH_PRIVACY_LEVEL: 'all' },
      /^privacy\.level \(VOUCH_PRIVACY_LEVEL\) takes one of none, .*; “all” is none of them\.$/,
    ],
    [
      'an origin that is none',
      null,
      { VOUCH_EMBED_ORIGINS: 'cms.example' },
      /^server\.embedOrigins \(VOUCH_EMBED_ORIGINS\) takes an address/,
    ],
    ['text that is no JSON', '{', {}, /not JSON/],
    ['a list', '[]', {}, /one JSON object/],
  ])('refuse %s with a sentence', (...row) => {
    const [, file, env, sentence] = row;
    expect(problemsOf(file, env)).toMatch(sentence);
  });

  it('tell every problem at once', () => {
    const text = problemsOf({ database: { dialect: 'postgres' }, model: { provider: 'openai' } });
    expect(text.split('\n')).toHaveLength(3);
    const more = problemsOf(null, { VOUCH_LOG_LEVEL: 'loud', VOUCH_NONSENSE: '1' });
    expect(more.split('\n')).toEqual([
      expect.stringContaining('VOUCH_NONSENSE') as string,
      expect.stringContaining('VOUCH_LOG_LEVEL') as string,
    ]);
  });

  it('refuse a named file that is not there, and do without the usual one', async () => {
    const options = { env: {}, cwd: '/nowhere' };
    await expect(loadSettings({ ...options, file: 'my.json' })).rejects.toMatchObject({
      code: 'settings_invalid',
    });
    expect((await loadSettings(options)).dataDir).toBe('/nowhere/data');
  });

  it('trust every name of this machine, and of another only its own', () => {
    expect(trustedOriginsOf('http://127.0.0.1:4317')).toContain('http://localhost:4317');
    expect(trustedOriginsOf('https://vouch.example.org')).toEqual(['https://vouch.example.org']);
  });

  it('takes the origins that may embed the chat, and nothing that is more than an origin', () => {
    expect(
      read(null, { VOUCH_EMBED_ORIGINS: 'https://cms.example, http://localhost:4400' }),
    ).toMatchObject({ server: { embedOrigins: ['https://cms.example', 'http://localhost:4400'] } });
    expect(problemsOf(null, { VOUCH_EMBED_ORIGINS: 'https://cms.example/admin' })).toContain(
      'https://cms.example instead of https://cms.example/admin',
    );
  });

  it('can say of the site what is else found out, with folders below it', () => {
    const file = { content: { profile: 'hugo', folders: ['content'], titleKey: 'headline' } };
    expect(read(file).content).toMatchObject({
      profile: 'hugo',
      folders: ['content'],
      titleKey: 'headline',
      defaultLanguage: null,
    });
    expect(read(null, { VOUCH_CONTENT_FOLDERS: 'docs, blog' }).content.folders).toEqual([
      'docs',
      'blog',
    ]);
    for (const content of [{ folders: ['../x'] }, { profile: 'gatsby' }]) {
      expect(problemsOf({ content })).not.toBe('');
    }
  });

  it('are all in the table for operators, with the variable of each', async () => {
    const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const names = settingNames();
    expect(names.length).toBeGreaterThan(40);
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    const missing = names.filter((name) => !rows.some((row) => row.startsWith(`| \`${name}\` `)));
    expect(missing).toEqual([]);
    for (const [variable, [name]] of Object.entries(ENVIRONMENT)) {
      const row = rows.find((each) => each.startsWith(`| \`${name}\` `));
      expect(row).toContain(`\`${variable}\``);
    }
  });
});
