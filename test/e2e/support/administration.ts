import type { Browser, Page } from 'playwright-core';
import { SkillAuditEntry, type SkillReview } from '../../../src/contracts/index.ts';
import { launchBrowser } from './browser.ts';
import { openWorld, review, skill, type World, type WorldOptions } from './world.ts';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The administration of one installation, in a browser that may change its language. */
export interface Administration {
  readonly world: World;
  readonly page: Page;
  /** Opens a screen below `/administration/` in a language. */
  open(path: string, language: Language): Promise<void>;
  /** Reads a skill as the server has it. */
  review(identifier: string): Promise<SkillReview>;
  /** Adds a line to the text of a skill, as somebody else would in another browser. */
  addLine(identifier: string, line: string): Promise<void>;
  audit(): Promise<readonly SkillAuditEntry[]>;
  close(): Promise<void>;
}

export async function openAdministration(options: WorldOptions = {}): Promise<Administration> {
  const browser: Browser = await launchBrowser();
  const world = await openWorld(browser, {
    ...options,
    browser: { reducedMotion: 'reduce', ...options.browser },
  });
  const { page } = world;
  const language = async (chosen: Language): Promise<void> => {
    if (page.url() === 'about:blank') await page.goto(world.server.url);
    await page.evaluate(`localStorage.setItem('vouch.locale', '${chosen}')`);
  };
  const read = async (identifier: string) => review(world, (await skill(world, identifier)).uid);
  return {
    world,
    page,
    open: async (path, chosen) => {
      await language(chosen);
      await page.goto(`${world.server.url}/administration/${path}`);
    },
    review: read,
    addLine: async (identifier, line) => {
      const { skill: found, version } = await read(identifier);
      const { name, description, body, allowedTools, process } = version;
      await world.put(`/api/skills/${String(found.uid)}`, {
        name,
        description,
        body: `${body}\n${line}\n`,
        allowedTools,
        process,
      });
    },
    audit: async () => SkillAuditEntry.array().parse(await world.get('/api/audit')),
    close: async () => {
      await world.close();
    },
  };
}
