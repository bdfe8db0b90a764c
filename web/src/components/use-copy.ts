import { useText } from '../lib/i18n.tsx';
import { strings } from './strings.ts';
import { useToast } from './toast.tsx';

/** Copies a text and says `done`, or that it could not be copied: a browser gives the clipboard over https alone. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const t = useText(strings);
  const toast = useToast();
  return async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch {
      toast(t.notCopied, 'alert');
    }
  };
}
