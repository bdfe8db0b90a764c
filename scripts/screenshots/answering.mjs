/** Answering the cards of the latest conversation of a page, as an editor does, until the assistant rests again. */
export function answering({ page, settled, get }, uid) {
  const card = page.locator('[data-waiting-card]');
  let digest = null;

  /** Waits until the assistant rests, with another card than before or with none. */
  const rested = async () => {
    for (;;) {
      const [{ uuid }] = await get(`/conversations?page=${String(uid)}`);
      const conversation = await get(`/conversations/${uuid}`);
      const now = conversation.card?.digest ?? null;
      if (conversation.status !== 'processing' && (now === null || now !== digest)) {
        digest = now;
        if (now !== null) await card.waitFor();
        else await card.waitFor({ state: 'detached' });
        await settled();
        return;
      }
      await page.waitForTimeout(100);
    }
  };
  return {
    rested,
    waits: () => digest !== null,
    answer: async (name) => {
      await card.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await rested();
    },
  };
}
