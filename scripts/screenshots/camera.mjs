import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of WebP, best first: the first that stays below MAX_BYTES is taken. */
const QUALITIES = [82, 70, 55, 40];
const MAX_BYTES = 100_000;
const LONGEST_WAIT_MS = 30_000;

/** What takes pictures of one page of the browser, into one folder. */
export async function cameraFor(page, folder) {
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  const devtools = await page.context().newCDPSession(page);
  const settled = async () => {
    // A screen is there with its heading, and read with its last skeleton; streams keep the network busy for good.
    await page.locator('h1, h2, .v-composer').filter({ visible: true }).first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined);
    await page.waitForFunction(() => globalThis.document.querySelector('.v-skeleton') === null);
    const preview = page.locator('iframe.v-frame').filter({ visible: true });
    if ((await preview.count()) > 0) {
      await preview.contentFrame().locator('main > *').first().waitFor();
    }
    await page.evaluate(() =>
      Promise.all(
        globalThis.document.getAnimations().map((each) => each.finished.catch(() => undefined)),
      ),
    );
  };
  const picture = async (name) => {
    // Nothing is pointed at.
    await page.mouse.move(0, 0);
    await settled();
    let size = 0;
    for (const quality of QUALITIES) {
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      await writeFile(join(folder, `${name}.webp`), bytes);
      size = bytes.length;
      if (size < MAX_BYTES) break;
    }
    if (size >= MAX_BYTES) throw new Error(`${name} has ${String(size)} bytes`);
    process.stdout.write(`${name}\n`);
  };
  return { settled, picture };
}
