import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  SNIPPET_TEXT_LIMIT,
  SnippetDataClass,
  type SnippetView,
} from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  Checkbox,
  ErrorLine,
  ErrorState,
  Loading,
  Note,
  Select,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
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
      {snippet.data === undefined && snippet.error !== null && (
        <div className="v-section">
          <ErrorState error={snippet.error} onRetry={() => void snippet.refetch()} />
        </div>
      )}
      {!isFresh && snippet.error === null && (
        <div className="v-section">
          <Loading lines={6} />
        </div>
      )}
      {isFresh && <Editor key={uid} stored={snippet.data} />}
    </Frame>
  );
}

const NOT_DECLARED = 'none';

function Editor({ stored }: { stored: SnippetView | null }) {
  const t = useText(snippetWords);
  const navigate = useNavigate();
  const store = useStoreSnippet();
  // The revision that was read when writing began; what was saved since is not overwritten unseen.
  const [revision] = useState(stored?.revision);
  const [form, setForm] = useState<SnippetForm>(stored === null ? EMPTY_SNIPPET : formOf(stored));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong.length > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  const back =
    stored === null ? '/administration/snippets' : `/administration/snippets/${String(stored.uid)}`;
  const save = useMutation({
    mutationFn: () =>
      stored === null
        ? snippetApi.create(fieldsOf(form))
        : snippetApi.edit(stored.uid, { ...fieldsOf(form), revision }),
    onSuccess: (view) => {
      store(view);
      void navigate(`/administration/snippets/${String(view.uid)}`);
    },
  });
  const set = (change: Partial<SnippetForm>) => {
    setForm({ ...form, ...change });
  };
  const lacks = wrongFields(form);
  const errorOf = (field: (typeof lacks)[number], sentence: string) =>
    wrong.includes(field) && lacks.includes(field) ? sentence : undefined;
  const losesMark = stored?.mark === 'marked' && previewOf(form) !== stored.block;
  return (
    <form
      ref={fields}
      className="v-section v-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(lacks);
        if (lacks.length === 0) save.mutate();
      }}
    >
      <TextField
        label={t.name}
        help={t.nameHelp}
        value={form.name}
        maxLength={255}
        error={errorOf('name', t.required)}
        onChange={(name) => {
          set({ name });
        }}
      />
      <TextField
        label={t.text}
        rows={8}
        value={form.text}
        maxLength={SNIPPET_TEXT_LIMIT}
        error={errorOf('text', t.required)}
        onChange={(text) => {
          set({ text });
        }}
      />
      <section aria-labelledby="preview">
        <h2 className="v-h" id="preview">
          {t.preview}
        </h2>
        <Block text={previewOf(form)} />
      </section>
      <TextField
        label={t.tags}
        help={t.tagsHelp}
        value={form.tags}
        onChange={(tags) => {
          set({ tags });
        }}
      />
      <TextField
        label={t.description}
        help={t.descriptionHelp}
        value={form.description}
        maxLength={2000}
        onChange={(description) => {
          set({ description });
        }}
      />
      <TextField
        label={t.sorting}
        help={t.sortingHelp}
        value={form.sorting}
        error={errorOf('sorting', t.notANumber)}
        onChange={(sorting) => {
          set({ sorting });
        }}
      />
      <Select
        label={t.dataClass}
        showLabel
        value={form.dataClass ?? NOT_DECLARED}
        onChange={(chosen) => {
          const dataClass = SnippetDataClass.safeParse(chosen);
          set({ dataClass: dataClass.success ? dataClass.data : null });
        }}
        options={[
          { id: NOT_DECLARED, label: t.dataClassNone },
          ...SnippetDataClass.options.map((id) => ({ id, label: t.dataClasses[id] })),
        ]}
      />
      <Checkbox
        checked={form.active}
        help={t.activeHelp}
        onChange={(active) => {
          set({ active });
        }}
      >
        {t.active}
      </Checkbox>
      {losesMark && <Note tone="warn">{t.losesMark}</Note>}
      {save.error !== null && <ErrorLine error={save.error} />}
      <div className="v-form__acts">
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {save.isPending ? t.saving : t.save}
        </Button>
        <ButtonLink to={back} variant="quiet">
          {t.cancel}
        </ButtonLink>
      </div>
    </form>
  );
}
