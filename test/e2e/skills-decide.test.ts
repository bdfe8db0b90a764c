import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversationView } from '../../src/contracts/index.ts';
import {
  openAdministration,
  type Administration,
  type Language,
} from './support/administration.ts';
import { phoneFaults, violations } from './support/accessibility.ts';
import { fileOf, SITE, type Garden } from './support/site.ts';
import { approve, outcomes } from './support/world.ts';

interface Words {
  readonly approve: (digest: string) => string;
  readonly approved: string;
  readonly changed: string;
  readonly decision: string;
  readonly again: string;
  readonly revoke: string;
  readonly revokeDo: string;
  readonly reason: string;
  readonly reach: readonly RegExp[];
  readonly stops: string;
  readonly showChange: string;
  readonly rollback: string;
  readonly rollbackDo: string;
  readonly rollbackEffect: string;
  readonly current: string;
  readonly rolledBack: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    approve: (digest) => `Approve ${digest}`,
    approved: 'Exactly this text may instruct the assistant.',
    changed: 'The text changed while you were reading.',
    decision: 'Decision',
    again: 'This version was revoked.',
    revoke: 'Revoke …',
    revokeDo: 'Revoke everywhere',
    reason: 'Reason',
    reach: [/1\s*conversation holds it/, /1\s*run waits under it/, /1\s*configuration attaches it/],
    stops: 'The waiting run writes nothing more.',
    showChange: 'Show the change',
    rollback: 'Go back to this text',
    rollbackDo: 'Go back',
    rollbackEffect: 'with the rollback it instructs again at once',
    current: 'current text',
    rolledBack: 'Rolled back to an earlier text',
  },
  de: {
    approve: (digest) => `${digest} freigeben`,
    approved: 'Genau dieser Text darf den Assistenten anleiten.',
    changed: 'Der Text hat sich geändert, während Sie lasen.',
    decision: 'Entscheidung',
    again: 'Diese Version wurde widerrufen.',
    revoke: 'Widerrufen …',
    revokeDo: 'Überall widerrufen',
    reason: 'Grund',
    reach: [/1\s*Gespräch hält sie/, /1\s*Lauf wartet damit/, /1\s*Konfiguration bindet sie an/],
    stops: 'Der wartende Lauf schreibt nichts mehr.',
    showChange: 'Änderung zeigen',
    rollback: 'Zu diesem Text zurück',
    rollbackDo: 'Zurückgehen',
    rollbackEffect: 'Mit dem Zurückgehen leitet sie sofort wieder an',
    current: 'jetziger Text',
    rolledBack: 'Auf einen früheren Text zurückgesetzt',
  },
};

const short = (digest: string) => digest.slice(0, '1:12345678'.length);

/** In each language with a skill of its own: approved, moved on while it was read, taken back to, revoked. */
describe.each([
  { language: 'en', identifier: 'text', guiding: 'seo', garden: 'Alder' },
  { language: 'de', identifier: 'text-de', guiding: 'seo-de', garden: 'Birch' },
] as const)(
  'deciding about a skill, language $language',
  ({ language, identifier, guiding, garden }) => {
    const t = WORDS[language];
    const openReview = async (of: string = identifier) => {
      const { skill, digest } = await administration.review(of);
      await administration.open(`skills/${String(skill.uid)}`, language);
      await administration.page.getByRole('complementary', { name: t.decision }).waitFor();
      return { uid: skill.uid, digest };
    };
    const approveButton = (digest: string) =>
      administration.page.getByRole('button', { name: t.approve(short(digest)), exact: true });
    const current = async (of: string = identifier) => {
      const { skill } = await administration.review(of);
      return skill.versions.find((version) => version.current);
    };

    it('WEB-04, APR-02 approve: the digest on the button is the one that is approved', async () => {
      const { page } = administration;
      const { digest } = await openReview();
      expect(await current()).toMatchObject({ digest, seal: 'not_approved' });
      await approveButton(digest).waitFor();
      expect(await violations(page)).toEqual([]);
      await approveButton(digest).click();
      await page.getByRole('complementary').getByText(t.approved).waitFor();
      expect(await current()).toMatchObject({
        digest,
        seal: 'approved',
        approvedBy: 'Ada Lovelace',
      });
      expect((await administration.review(identifier)).skill.instruction).toBe(true);
      expect(await approveButton(digest).count()).toBe(0);
      expect(await violations(page)).toEqual([]);
    });

    it('APR-02, WEB-03, WEB-04 a text that moved between the reading and the click is not approved, but shown', async () => {
      const { page } = administration;
      await administration.addLine(identifier, 'A line that was read.');
      const { digest: read } = await openReview();
      await approveButton(read).waitFor();
      await administration.addLine(identifier, 'A line nobody has read.');
      const { digest: moved } = await administration.review(identifier);
      await approveButton(read).click();
      await page.getByRole('alert').getByText(t.changed).waitFor();
      await page.locator('tr[data-line=insert]').getByText('A line nobody has read.').waitFor();
      expect(await phoneFaults(page)).toEqual([]);
      expect(await approveButton(read).count()).toBe(0);
      expect(await current()).toMatchObject({ digest: moved, seal: 'not_approved' });
      expect((await administration.audit())[0]).toMatchObject({
        event: 'approval_refused',
        code: 'skill_changed',
      });
      expect(await violations(page)).toEqual([]);
      await approveButton(moved).click();
      await page.getByRole('complementary').getByText(t.approved).waitFor();
      expect(await current()).toMatchObject({ digest: moved, seal: 'approved' });
    });

    it('APR-04 rollback: the history says what going back does, and the earlier text instructs again', async () => {
      const { page } = administration;
      const { skill, digest: before } = await administration.review(identifier);
      await administration.open(`skills/${String(skill.uid)}/history`, language);
      const entries = page.locator('.v-history__entry');
      await entries.first().getByText(t.current).waitFor();
      expect(await entries.count()).toBe(3);
      await entries.first().getByRole('button', { name: t.showChange }).click();
      await entries.first().getByText('A line nobody has read.').waitFor();
      expect(await violations(page)).toEqual([]);
      await entries.last().getByRole('button', { name: t.rollback }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(t.rollbackEffect).waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: t.rollbackDo, exact: true }).click();
      await page.waitForURL(`**/administration/skills/${String(skill.uid)}`);
      await page.getByRole('row').filter({ hasText: t.rolledBack }).first().waitFor();
      const after = await administration.review(identifier);
      expect(after.digest).not.toBe(before);
      expect(after.version.body).not.toContain('A line');
      expect(after.skill.instruction).toBe(true);
    });

    it('WEB-05, PIN-04, APR-05 revoke: its reach stands there before the click, and the waiting run writes nothing', async () => {
      const { page, world } = administration;
      await approve(world, guiding);
      const { uid, digest } = await openReview(guiding);
      const { uuid } = await startTour(garden, uid);
      await page.getByRole('button', { name: t.revoke }).click();
      const dialog = page.getByRole('alertdialog');
      for (const reached of t.reach) {
        await dialog.getByRole('listitem').filter({ hasText: reached }).waitFor();
      }
      await dialog.getByText(garden, { exact: true }).waitFor();
      await dialog.getByText(t.stops).waitFor();
      expect(await phoneFaults(page)).toEqual([]);
      expect(await current(guiding)).toMatchObject({ digest, seal: 'approved' });
      await dialog.getByRole('textbox', { name: t.reason }).fill('It praises too much.');
      await dialog.getByRole('button', { name: t.revokeDo }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText(t.again).waitFor();
      await page.getByRole('row').filter({ hasText: 'It praises too much.' }).waitFor();
      expect(await current(guiding)).toMatchObject({ digest, seal: 'revoked' });
      expect(await violations(page)).toEqual([]);

      const card = (await conversation(uuid)).card;
      await world.post(`/api/conversations/${uuid}/decision`, {
        cardDigest: card?.digest ?? '',
        answer: 'approve',
      });
      await expect.poll(async () => (await conversation(uuid)).card).toBeNull();
      expect(outcomes(await conversation(uuid)).map(({ kind }) => kind)).toEqual(['withdrawn']);
      expect(await readFile(join(world.site, fileOf(garden)), 'utf8')).toBe(SITE[fileOf(garden)]);
    });
  },
);

let administration: Administration;
beforeAll(async () => {
  administration = await openAdministration();
});
afterAll(() => administration.close());

async function conversation(uuid: string): Promise<ConversationView> {
  return ConversationView.parse(await administration.world.get(`/api/conversations/${uuid}`));
}

/** A conversation that waits for an answer under a skill. */
async function startTour(garden: Garden, skillUid: number): Promise<ConversationView> {
  const { world } = administration;
  const page = await world.uidOf(garden);
  const created = await world.post('/api/conversations', { page, locale: 'en' });
  const { uuid } = ConversationView.parse(created);
  await world.post(`/api/conversations/${uuid}/messages`, { text: '', skillUid });
  const waiting = await world.view.atRest(page);
  expect(waiting.card).not.toBeNull();
  return waiting;
}
