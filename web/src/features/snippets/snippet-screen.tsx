import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SnippetView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  ButtonLink,
  ConfirmDialog,
  ErrorLine,
  IconButton,
  Loaded,
  Menu,
} from '../../components/index.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { ChatChecklist } from './chat-checklist.tsx';
import { Frame } from './frame.tsx';
import { SnippetMark } from './snippet-mark.tsx';
import { SnippetTrail } from './snippet-trail.tsx';
import { snippetApi, snippetQueries, useStoreSnippet } from './snippet-queries.ts';
import { MarkBadge } from './snippets-screen.tsx';
import { snippetWords } from './words.ts';

/** One snippet: its exact text, its mark, where it goes, and what was done to it. */
export function SnippetScreen() {
  const uid = Number(useParams()['uid']);
  const snippet = useQuery(snippetQueries.one(uid));
  const t = useText(snippetWords);
  if (snippet.data !== undefined) return <Shown key={uid} snippet={snippet.data} />;
  return (
    <Frame title={t.title}>
      <div className="v-section">
        <Loaded query={snippet}>{() => null}</Loaded>
      </div>
    </Frame>
  );
}

function Shown({ snippet }: { snippet: SnippetView }) {
  const t = useText(snippetWords);
  const classes = useText(dataClassWords);
  const { uses } = snippet;
  return (
    <Frame
      title={snippet.name}
      lead={snippet.tags.length === 0 ? t.noTags : t.tagsOf(snippet.tags.join(', '))}
      acts={<Acts snippet={snippet} />}
    >
      <div className="v-section v-snippet">
        <p className="v-snippet__state">
          <span className="v-mono v-caption">{snippet.identifier}</span>
          <MarkBadge mark={snippet.mark} />
          {!snippet.active && <Badge tone="draft">{t.off}</Badge>}
          {snippet.archived && <Badge tone="draft">{t.archived}</Badge>}
          {snippet.dataClass !== null && <Badge>{classes[snippet.dataClass]}</Badge>}
        </p>
        {snippet.description !== '' && <p>{snippet.description}</p>}
        <SnippetMark snippet={snippet} />
        <ChatChecklist snippet={snippet} />
        <section aria-labelledby="used-by">
          <h2 className="v-h" id="used-by">
            {t.usedBy}
          </h2>
          {uses.length === 0 && <p className="v-muted">{t.usedByNone}</p>}
          <ul className="v-snippet__uses">
            {uses.map((use) => (
              <li key={use.configurationUid}>
                {use.name}{' '}
                <span className="v-caption">
                  {use.inCallerSystemMessage ? t.joins : t.joinsNot}
                </span>
              </li>
            ))}
          </ul>
        </section>
        {snippet.mayMark && <SnippetTrail uid={snippet.uid} />}
      </div>
    </Frame>
  );
}

function Acts({ snippet }: { snippet: SnippetView }) {
  const t = useText(snippetWords);
  const navigate = useNavigate();
  const store = useStoreSnippet();
  const [isRemoving, setRemoving] = useState(false);
  const path = `/administration/snippets/${String(snippet.uid)}`;
  const archive = useMutation({
    mutationFn: () => snippetApi.setArchived(snippet.uid, !snippet.archived),
    onSuccess: store,
  });
  return (
    <div className="v-acts">
      <ButtonLink to={`${path}/edit`}>{t.edit}</ButtonLink>
      <ButtonLink to={`${path}/history`} variant="quiet">
        {t.history}
      </ButtonLink>
      <Menu
        label={t.more}
        trigger={<IconButton icon="more" label={t.more} />}
        groups={[
          {
            id: 'more',
            entries: [
              {
                id: 'archive',
                label: snippet.archived ? t.restore : t.archive,
                onAction: () => {
                  archive.mutate();
                },
              },
              {
                id: 'remove',
                label: t.remove,
                onAction: () => {
                  setRemoving(true);
                },
              },
            ],
          },
        ]}
      />
      {archive.error !== null && <ErrorLine error={archive.error} />}
      {isRemoving && (
        <RemoveDialog
          snippet={snippet}
          onClose={() => {
            setRemoving(false);
          }}
          onDone={() => void navigate('/administration/snippets')}
        />
      )}
    </div>
  );
}

interface RemoveProps {
  readonly snippet: SnippetView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemoveDialog({ snippet, onClose, onDone }: RemoveProps) {
  const t = useText(snippetWords);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => snippetApi.remove(snippet.uid),
    onSuccess: () => {
      onDone();
      client.removeQueries({ queryKey: snippetQueries.one(snippet.uid).queryKey });
      void client.invalidateQueries({ ...snippetQueries.list(), exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={t.removeTitle(snippet.name)}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => {
        remove.mutate();
      }}
      onClose={onClose}
    >
      <p>{t.removeLead}</p>
    </ConfirmDialog>
  );
}
