import { Secret, TOTP, URI } from 'otpauth';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import { createPeople, createRecorder } from '../../actors/index.ts';
import { systemClock, systemIds } from '../../base/index.ts';
import { createPeopleAuditStore, createPeopleStore } from '../storage/index.ts';
import { createAccounts, passwords } from './sign-in.ts';

const BASE_URL = 'http://127.0.0.1:4317';
const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
const { password } = ada;

/** What a browser keeps: the cookies that answers set. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (response: Response) => {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

describeEachDatabase('a second factor', (openFresh) => {
  const open = async () => {
    const { database, transactions } = await openFresh();
    const store = createPeopleStore(database);
    const record = createRecorder(createPeopleAuditStore(database), systemClock);
    const shared = { store, transactions, passwords, record, ids: systemIds, clock: systemClock };
    const userId = await createPeople(shared).createUser(ada);
    const told: [string, boolean][] = [];
    const accounts = createAccounts(
      {
        database: { db: database.writes, type: database.dialect },
        person: (who) => store.person(who),
        onTwoFactor: (who, isOn) => Promise.resolve(void told.push([who, isOn])),
        log: () => undefined,
      },
      { baseUrl: BASE_URL, trustedOrigins: [], secret: 'e2'.repeat(30), attemptsPerMinute: 20 },
    );
    const browser = () => {
      const jar = createJar();
      const send = async (path: string, body: unknown) =>
        jar.keep(
          await accounts.handle(
            new Request(`${BASE_URL}/api/auth/${path}`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                origin: BASE_URL,
                cookie: jar.header(),
              },
              body: JSON.stringify(body),
            }),
            '127.0.0.1',
          ),
        );
      const session = () => accounts.session(new Headers({ cookie: jar.header() }));
      return { send, session };
    };
    return { userId, store, transactions, browser, told, database };
  };

  /** Switches it on as a person does: an authenticator reads the address and says a code. */
  const switchOn = async (browser: ReturnType<Awaited<ReturnType<typeof open>>['browser']>) => {
    await browser.send('sign-in/email', ada);
    const enabled = await browser.send('two-factor/enable', { password });
    const { totpURI, backupCodes } = (await enabled.json()) as {
      totpURI: string;
      backupCodes: string[];
    };
    const authenticator = URI.parse(totpURI);
    if (!(authenticator instanceof TOTP)) throw new Error('no time-based code');
    const confirmed = await browser.send('two-factor/verify-totp', {
      code: authenticator.generate(),
    });
    expect(confirmed.status).toBe(200);
    return { authenticator, backupCodes, totpURI };
  };

  it('SEC-02 a code of an authenticator is wanted beside the password, once it is on', async () => {
    const { userId, store, browser, told, database } = await open();
    const own = browser();
    const { authenticator } = await switchOn(own);
    expect(await own.session()).toBe(userId);
    expect(await store.person(userId)).toMatchObject({ hasTwoFactor: true });
    expect(told).toEqual([[userId, true]]);
    const kept = await database.reads.selectFrom('auth_two_factor').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(authenticator.secret.base32);

    const other = browser();
    const first = await other.send('sign-in/email', ada);
    expect(await first.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await other.session()).toBeNull();
    const right = authenticator.generate();
    const wrong = await other.send('two-factor/verify-totp', {
      code: right === '000000' ? '000001' : '000000',
    });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      401,
      { error: { code: 'second_factor_invalid' } },
    ]);
    expect(await other.session()).toBeNull();
    expect((await other.send('two-factor/verify-totp', { code: right })).status).toBe(200);
    expect(await other.session()).toBe(userId);
  });

  it('SEC-02 a secret of another authenticator, and a code without a password, open nothing', async () => {
    const { browser } = await open();
    const { authenticator } = await switchOn(browser());
    const stranger = browser();
    const code = authenticator.generate();
    expect((await stranger.send('two-factor/verify-totp', { code })).status).toBe(401);
    await stranger.send('sign-in/email', ada);
    const foreign = new TOTP({ secret: new Secret({ size: 20 }) }).generate();
    expect((await stranger.send('two-factor/verify-totp', { code: foreign })).status).toBe(401);
    expect(await stranger.session()).toBeNull();
  });

  it('SEC-02 five wrong codes end this sign-in: it begins again with the password', async () => {
    const { userId, browser } = await open();
    const { authenticator } = await switchOn(browser());
    const own = browser();
    await own.send('sign-in/email', ada);
    const code = authenticator.generate();
    const wrong = code === '000000' ? '000001' : '000000';
    const answers: unknown[] = [];
    for (let n = 0; n < 7; n += 1) {
      const answer = await own.send('two-factor/verify-totp', { code: n === 6 ? code : wrong });
      answers.push(((await answer.json()) as { error: { code: string } }).error.code);
    }
    expect(answers).toEqual([
      ...Array<string>(5).fill('second_factor_invalid'),
      'sign_in_over',
      'sign_in_over',
    ]);
    await own.send('sign-in/email', ada);
    expect((await own.send('two-factor/verify-totp', { code })).status).toBe(200);
    expect(await own.session()).toBe(userId);
  });

  it('a recovery code opens once; switching off takes the password', async () => {
    const { userId, browser, store, told } = await open();
    const own = browser();
    const { backupCodes } = await switchOn(own);
    const [code] = backupCodes;
    const lost = browser();
    await lost.send('sign-in/email', ada);
    expect((await lost.send('two-factor/verify-backup-code', { code })).status).toBe(200);
    expect(await lost.session()).toBe(userId);
    const again = browser();
    await again.send('sign-in/email', ada);
    expect((await again.send('two-factor/verify-backup-code', { code })).status).toBe(401);
    expect(await again.session()).toBeNull();

    expect((await lost.send('two-factor/disable', { password: 'wrong horse' })).status).toBe(401);
    expect((await lost.send('two-factor/disable', { password })).status).toBe(200);
    expect(await store.person(userId)).toMatchObject({ hasTwoFactor: false });
    expect(told.at(-1)).toEqual([userId, false]);
  });

  it('taken away by an administrator, the password alone opens again', async () => {
    const { userId, browser, store, transactions } = await open();
    await switchOn(browser());
    await transactions.transact((tx) => store.within(tx).removeTwoFactor(userId));
    const own = browser();
    await own.send('sign-in/email', ada);
    expect(await own.session()).toBe(userId);
  });
});
