import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { settingNames, settingViews } from './settings-catalogue.ts';
import { settingsOf, type Environment } from './settings.ts';

const CWD = '/srv/vouch';
const views = (file: object, env: Environment = {}) => {
  const settings = settingsOf(JSON.stringify(file), env, CWD);
  const all = settingViews(settings, settingsOf(null, {}, CWD));
  return (name: string) => all.find((each) => each.name === name);
};

describe('settings as administrators see them', () => {
  it('say value, default, unit, who set them, and by which variable', () => {
    const view = views(
      { chat: { maxMessageCharacters: 5_000 }, server: { port: 1 }, work: { stopSeconds: 20 } },
      { VOUCH_PORT: '8080', VOUCH_LOG_LEVEL: '' },
    );
    expect(view('chat.maxMessageCharacters')).toEqual({
      name: 'chat.maxMessageCharacters',
      value: 5_000,
      default: 10_000,
      unit: 'characters',
      source: 'file',
      variable: null,
      isSecret: false,
    });
    expect(view('server.port')).toMatchObject({
      value: 8080,
      default: 4317,
      source: 'environment',
      variable: 'VOUCH_PORT',
    });
    // Set to what it is anyway, it is set all the same.
    expect(view('work.stopSeconds')).toMatchObject({ value: 20, source: 'file', unit: 'seconds' });
    expect(view('logLevel')).toMatchObject({ value: 'info', source: 'default' });
    expect(view('telemetry.traces')).toMatchObject({ value: false });
    expect(view('server.embedOrigins')).toMatchObject({ value: [], default: [] });
  });

  it('one number of days stands for each kind that has none of its own', () => {
    const view = views({ privacy: { retentionDays: 7, taskDays: 3 } });
    expect(view('privacy.runDays')).toMatchObject({ value: 7, default: 30, source: 'file' });
    expect(view('privacy.taskDays')).toMatchObject({ value: 3 });
    expect(view('privacy.usageDays')).toMatchObject({ value: 400, source: 'default' });
    expect(view('privacy.retentionDays')).toBeUndefined();
  });

  it('SEC-02 show of a secret only that there is one', () => {
    const secret = 'postgres://vouch:hunter2@db.example.org/vouch';
    const env = { VOUCH_DATABASE_URL: secret, VOUCH_METRICS_TOKEN: 'a-long-enough-token-for-it' };
    const settings = settingsOf(null, env, CWD);
    const all = settingViews(settings, settingsOf(null, {}, CWD));
    expect(JSON.stringify(all)).not.toMatch(/hunter2|long-enough/);
    expect(all.filter(({ isSecret }) => isSecret).map(({ value }) => value)).toEqual([
      '••••',
      '••••',
    ]);
    expect(views({})('metrics.token')).toMatchObject({ value: null, default: null });
  });

  it('WEB-02 every one has words in both languages', async () => {
    const words = await readFile(
      new URL('../../web/src/features/settings/setting-words.ts', import.meta.url),
      'utf8',
    );
    const keys = [...words.matchAll(/^ {4}'?([\w.]+)'?:/gm)].map(([, name]) => name);
    const shown = settingNames().filter((name) => name !== 'privacy.retentionDays');
    expect(shown.filter((name) => keys.filter((key) => key === name).length !== 2)).toEqual([]);
  });
});
