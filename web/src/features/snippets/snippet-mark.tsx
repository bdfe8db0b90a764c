import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SnippetView } from '../../../../src/contracts/index.ts';
import { Button, ErrorLine, Note, Time, WordDiff } from '../../components/index.ts';
import { VisibleText } from '../../components/visible-text.tsx';
import { hasCode } from '../../lib/api-error.ts';
import { useText } from '../../lib/i18n.tsx';
import { snippetApi, snippetQueries, useStoreSnippet } from './snippet-queries.ts';
import { TextDigest } from './text-digest.tsx';
import { snippetWords } from './words.ts';

/** The block as the model reads it, what differs from the marked one, and the mark itself (SNP-03). */
export function SnippetMark({ snippet }: { snippet: SnippetView }) {
  const t = useText(snippetWords);
  const { block, digest, mark, marked, mayMark, uid } = snippet;
  const store = useStoreSnippet();
  const client = useQueryClient();
  const change = useMutation({
    // The digest of what is shown, not of what is stored: the server refuses when the two differ.
    mutationFn: (wanted: 'mark' | 'unmark') =>
      wanted === 'mark' ? snippetApi.mark(uid, digest) : snippetApi.unmark(uid),
    onSuccess: store,
    onError: (error) => {
      if (hasCode(error, 'snippet_changed')) {
        void client.invalidateQueries({ queryKey: snippetQueries.one(uid).queryKey });
      }
    },
  });
  return (
    <>
      <section aria-labelledby="block">
        <h2 className="v-h" id="block">
          {t.block} <TextDigest value={digest} />
        </h2>
        <Block text={block} />
        {mark === 'changed' && marked !== null && (
          <>
            <h3 className="v-h">{t.difference}</h3>
            <div className="v-card v-snippet__text">
              <WordDiff before={marked.block} after={block} />
            </div>
          </>
        )}
      </section>
      <section aria-labelledby="mark">
        <h2 className="v-h" id="mark">
          {t.markHead}
        </h2>
        <p className="v-muted">{t.markLead}</p>
        {marked !== null && (
          <p>
            {t.markedBy(marked.byName === '' ? t.somebody : marked.byName)}{' '}
            <Time atMs={marked.atMs} /> <TextDigest value={marked.digest} />
          </p>
        )}
        {mark === 'changed' && <Note tone="warn">{t.changedLead}</Note>}
        {!mayMark && <p className="v-muted">{t.onlyAdministrators}</p>}
        {change.error !== null && <ErrorLine error={change.error} />}
        {mayMark && (
          <div className="v-acts">
            {mark !== 'marked' && (
              <Button
                variant="primary"
                isPending={change.isPending}
                isDisabled={block === ''}
                onPress={() => {
                  change.mutate('mark');
                }}
              >
                {change.isPending ? t.marking : t.markButton}
              </Button>
            )}
            {mark !== 'none' && (
              <Button
                onPress={() => {
                  change.mutate('unmark');
                }}
              >
                {t.unmark}
              </Button>
            )}
          </div>
        )}
      </section>
    </>
  );
}

/** A block as it is sent, with characters that cannot be seen written out. */
export function Block({ text }: { text: string }) {
  const t = useText(snippetWords);
  if (text === '') return <p className="v-muted">{t.empty}</p>;
  return (
    <pre className="v-card v-snippet__text" tabIndex={0} aria-label={t.block}>
      <VisibleText text={text} />
    </pre>
  );
}
