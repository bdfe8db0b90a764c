import type { Page } from 'playwright-core';

/** Puts a file into the field one writes in, as the clipboard or a mouse does. */
export async function handOver(
  page: Page,
  how: 'paste' | 'drop',
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<void> {
  const given = JSON.stringify({ how, name: file.name, bytes: [...file.bytes] });
  await page.evaluate(`(() => {
    const { how, name, bytes } = ${given};
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
    const box = document.querySelector('textarea[role=combobox]');
    const passed = { bubbles: true, cancelable: true };
    if (how === 'paste') {
      box.dispatchEvent(new ClipboardEvent('paste', { ...passed, clipboardData: carried }));
      return;
    }
    for (const event of ['dragover', 'drop']) {
      box.dispatchEvent(new DragEvent(event, { ...passed, dataTransfer: carried }));
    }
  })()`);
}
