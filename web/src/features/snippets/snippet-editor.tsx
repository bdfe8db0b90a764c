import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { SNIPPET_TEXT_LIMIT, type SnippetView } from '../../../../src/contracts/index.ts';
import { DataClassSelect } from '../../components/data-class-select.tsx';
import {
  Checkbox,
  ErrorLine,
  ErrorState,
  Form,
  FormActs,
  Loading,
  Note,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import { Frame } from './frame.tsx';
import {
  EMPTY_SNIPPET,
  fieldsOf,
  formOf,
  previewOf,
  wrongFields,
  type SnippetForm,
} from './snippet-form.ts';
import { Block } from './snippet-mark.tsx';
import { snippetApi, snippetQueries, useStoreSnippet } from './snippet-queries.ts';
import { snippetWords } from './words.ts';

/** Writing a new snippet. */
export function NewSnippetScreen() {
  const t = useText(snippetWords);
  return (
    <Frame title={t.newTitle} lead={t.lead}>
      <Editor stored={null} />
    </Frame>
  );
}

/** Changing a snippet. */
export function EditSnippetScreen() {
  const t = useText(snippetWords);
  const uid = Number(useParams()['uid']);
  // What one begins with must be what is stored, not what was read a while ago.
  const snippet = useQuery({ ...snippetQueries.one(uid), refetchOnMount: 'always' });
  const isFresh = snippet.data !== undefined && !(snippet.isFetching && snippet.isStale);
  return (
    <Frame
      title={t.editTitle(snippet.data?.name ?? '')}
      back={`/administration/snippets/${String(uid)}`}
    >
      {isFresh ? (
        <Editor key={uid} stored={snippet.data} />
      ) : (
        <div className="v-section">
          {snippet.error === null ? (
            <Loading lines={6} />
          ) : (
            <ErrorState error={snippet.error} onRetry={() => void snippet.refetch()} />
          )}
        </div>
      )}
    </Frame>
  );
}

function Editor({ stored }: { stored: SnippetView | null }) {
  const t = useText(snippetWords);
  const navigate = useNavigate();
  const store = useStoreSnippet();
  // The revision that was read when writing began; what was saved since is not overwritten unseen.
  const [revision] = useState(stored?.revision);
  const back =
    stored === null ? '/administration/snippets' : `/administration/snippets/${String(stored.uid)}`;
  const save = useMutation({
    mutationFn: (filled: SnippetForm) =>
      stored === null
        ? snippetApi.create(fieldsOf(filled))
        : snippetApi.edit(stored.uid, { ...fieldsOf(filled), revision }),
    onSuccess: (view) => {
      store(view);
      void navigate(`/administration/snippets/${String(view.uid)}`);
    },
  });
  const { form, field, submit } = useForm<SnippetForm>({
    initial: () => (stored === null ? EMPTY_SNIPPET : formOf(stored)),
    wrongFields,
    onSubmit: save.mutate,
  });
  const losesMark = stored?.mark === 'marked' && previewOf(form) !== stored.block;
  return (
    <Form className="v-section v-form" onSubmit={submit}>
      <TextField {...field('name', t.required)} label={t.name} help={t.nameHelp} maxLength={255} />
      <TextField
        {...field('text', t.required)}
        label={t.text}
        rows={8}
        maxLength={SNIPPET_TEXT_LIMIT}
      />
      <section aria-labelledby="preview">
        <h2 className="v-h" id="preview">
          {t.preview}
        </h2>
        <Block text={previewOf(form)} />
      </section>
      <TextField {...field('tags')} label={t.tags} help={t.tagsHelp} />
      <TextField
        {...field('description')}
        label={t.description}
        help={t.descriptionHelp}
        maxLength={2000}
      />
      <TextField {...field('sorting', t.notANumber)} label={t.sorting} help={t.sortingHelp} />
      <DataClassSelect {...field('dataClass')} />
      <Checkbox {...asBox(field('active'))} help={t.activeHelp}>
        {t.active}
      </Checkbox>
      {losesMark && <Note tone="warn">{t.losesMark}</Note>}
      {save.error !== null && <ErrorLine error={save.error} />}
      <FormActs isPending={save.isPending} back={back} />
    </Form>
  );
}
