import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVouch, loadSettings } from '../../src/app/index.ts';
import { RunDecided, RunEvent, RunView } from '../../src/contracts/index.ts';
import type { RunRequest } from '../../src/runs/index.ts';
import { ScriptedModel } from '../../src/testing/index.ts';
import { temporaryFolder } from '../e2e/support/server.ts';

const MAIN = fileURLToPath(new URL('../../dist/bundle/vouch.js', import.meta.url));

describe('vouch runs on the command line', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const uuids = { plain: '', denied: '', process: '', unshown: '' };

  async function vouch(...args: readonly string[]) {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder.path,
      env: { ...process.env, ...environment() },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end('correct horse battery');
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, out, err };
  }
  const environment = () => ({
    VOUCH_DATA_DIR: join(folder.path, 'data'),
    VOUCH_LOG_LEVEL: 'silent',
  });
  const show = async (uuid: string) => {
    const { out } = await vouch('runs', 'show', uuid, '--json');
    return RunView.parse((JSON.parse(out) as { run: unknown }).run);
  };
  const cardOf = async (uuid: string) => (await show(uuid)).card?.digest ?? 'none';

  beforeAll(async () => {
    folder = await temporaryFolder();
    const made = await vouch('setup', '--name', 'Ada', '--email', 'ada@example.org');
    expect(made).toMatchObject({ code: 0 });
    // Four runs that wait, made by the library in the same installation.
    const model = new ScriptedModel();
    const installation = await createVouch(
      await loadSettings({ cwd: folder.path, env: environment() }),
      { models: model },
    );
    const [person] = await installation.people.people();
    const actor = await installation.directory.user(person?.userId ?? '');
    if (actor === null) throw new Error('nobody');
    const process = (await installation.skills.list(actor)).find(({ process: is }) => is);
    const page = await installation.host.findPage('en/index.md', actor);
    if (process === undefined || page === null) throw new Error('no process or page');
    await installation.skills.approve(
      process.uid,
      (await installation.skills.review(process.uid, actor)).digest,
      actor,
    );
    const request: RunRequest = {
      configurationUid: 1,
      messages: [{ role: 'user', content: 'Improve it.' }],
      actor,
    };
    const invocation = { skillUid: process.uid, subject: { table: 'pages', uid: page } };
    const propose = (description: string, on = page) =>
      model.add({
        calls: [{ name: 'update_page_metadata', arguments: { page: on, fields: { description } } }],
      });
    propose('Words from a run.');
    uuids.plain = (await installation.runtime.run(request)).uuid;
    propose('Other words.');
    uuids.denied = (await installation.runtime.run(request)).uuid;
    propose('Words of a page that is not there.', 999_999);
    uuids.unshown = (await installation.runtime.run(request)).uuid;
    propose('Words of a process.');
    uuids.process = (await installation.runtime.run({ ...request, invocation })).uuid;
    await installation.close();
  });
  afterAll(() => folder.remove());

  it('PRC-04, PRC-03 refuses a process, its initiator included, and says where it is decided', async () => {
    const list = await vouch('runs', 'list');
    expect(list.code).toBe(0);
    const line = list.out.split('\n').find((text) => text.startsWith(uuids.process));
    expect(line).toContain('decided in its conversation');
    const shown = await vouch('runs', 'show', uuids.process);
    expect(shown.out).toContain('This run is a process: it is decided in its conversation');
    const card = await cardOf(uuids.process);
    for (const args of [
      ['approve', uuids.process, '--card', card],
      ['deny', uuids.process, '--card', card, '--reason', 'skip'],
      ['answer', uuids.process, '--card', card, '--input', '{"choice":"a"}'],
    ]) {
      const refused = await vouch('runs', ...args);
      expect([args[0], refused.code, refused.out]).toEqual([args[0], 2, '']);
      expect(refused.err).toContain('it is decided in the chat by the person who started it');
    }
    expect((await show(uuids.process)).status).toBe('waiting_for_approval');
  });

  it('DEC-01, DUR-01 approves the card that was shown, follows the log, and refuses the old card', async () => {
    const card = await cardOf(uuids.plain);
    const stale = await vouch('runs', 'approve', uuids.plain, '--card', 'another');
    expect(stale).toMatchObject({ code: 2, out: '' });
    const approved = await vouch(
      'runs',
      'approve',
      uuids.plain.slice(-12),
      '--card',
      card,
      '--json',
    );
    expect(RunDecided.parse(JSON.parse(approved.out)).uuid).toBe(uuids.plain);
    const followed = await vouch('runs', 'events', uuids.plain, '--follow', '--json');
    const events = followed.out
      .trimEnd()
      .split('\n')
      .map((text) => RunEvent.parse(JSON.parse(text)));
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ kind }) => kind === 'write')).toHaveLength(1);
    const again = await vouch('runs', 'approve', uuids.plain, '--card', card);
    expect(again.code).toBe(2);
    expect(again.err).toContain('not waiting for an approval');
  });

  it('HST-02 a card that could not show what it would do is declined, and not approved', async () => {
    const card = await cardOf(uuids.unshown);
    const shown = await vouch('runs', 'show', uuids.unshown);
    expect(shown.out).toContain(
      'could not be shown, so it cannot be approved. It can be declined.',
    );
    const approved = await vouch('runs', 'approve', uuids.unshown, '--card', card);
    expect(approved).toMatchObject({ code: 2, out: '' });
    expect(approved.err).toContain('could not be shown, so it cannot be approved');
    expect((await show(uuids.unshown)).status).toBe('waiting_for_approval');
    expect((await vouch('runs', 'deny', uuids.unshown, '--card', card)).code).not.toBe(2);
  });

  it('DUR-04, DEC-03 denies, cancels once, and says by its exit code what happened', async () => {
    const bad = await vouch('runs', 'deny', uuids.denied, '--card', 'x', '--reason', 'maybe');
    expect(bad.code).toBe(2);
    expect(bad.err).toContain(
      '--reason takes one of variant, skip, keep; “maybe” is none of them.',
    );
    const card = await cardOf(uuids.denied);
    expect((await vouch('runs', 'deny', uuids.denied, '--card', card)).code).not.toBe(2);
    expect((await vouch('runs', 'events', uuids.denied)).out).not.toMatch(/^ +\d+ .* write /m);

    expect(await vouch('runs', 'cancel', uuids.process)).toMatchObject({ code: 0 });
    const late = await vouch('runs', 'cancel', uuids.process, '--json');
    expect([late.code, JSON.parse(late.out)]).toEqual([
      2,
      { uuid: uuids.process, cancelled: false },
    ]);
    expect((await vouch('runs', 'show', 'nowhere')).code).toBe(2);
    expect((await vouch('runs', 'answer', 'x', '--card', 'c', '--input', '[]')).code).toBe(2);
    const help = await vouch('runs', '--help');
    expect(help.out).toContain('Exit code: 0 done, 2 refused, 3 the run ended without success.');
  });
});
