import { useQuery } from '@tanstack/react-query';
import type { AccessPreview, PersonView } from '../../../../src/contracts/index.ts';
import { Badge, Button, Dialog, Loaded, Note, Table } from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { peopleApi } from './people-queries.ts';
import { peopleWords } from './words.ts';

/** What somebody may read and write, asked of the same rules that guard it. */
export function AccessDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const t = useText(peopleWords);
  // It is written down, so it is asked once for each time somebody looks.
  const preview = useQuery({
    queryKey: ['see-as', person.id],
    queryFn: () => peopleApi.seeAs(person.id),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={56}
      title={t.seeAsOf(person.name)}
      description={t.seeAsLead}
      actions={<Button onPress={onClose}>{t.close}</Button>}
    >
      <Loaded query={preview}>{(data) => <Access access={data} />}</Loaded>
    </Dialog>
  );
}

function Access({ access }: { access: AccessPreview }) {
  const t = useText(peopleWords);
  const { locale } = useLocale();
  const languages = access.languages.filter(({ allowed }) => allowed);
  return (
    <div className="v-people">
      {access.isDisabled && <Note tone="warn">{t.seeAsDisabled}</Note>}
      <p>
        {t.role}: {access.isAdministrator ? t.administrator : t.editor}
        <br />
        {t.grants}: {access.grants.map((grant) => t.grant[grant]).join(', ') || t.none}
        <br />
        {t.languages}:{' '}
        {languages.map(({ code }) => languageName(locale, code)).join(', ') || t.none}
      </p>
      <Table
        label={t.recordTypes}
        rows={access.tables}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', label: t.recordTypes, cell: (row) => row[locale] },
          {
            id: 'may',
            label: t.may,
            cell: ({ mayRead, mayWrite }) =>
              mayWrite ? t.mayWrite : mayRead ? t.mayRead : t.mayNothing,
          },
          {
            id: 'fields',
            label: t.right.fieldGrants.title,
            cell: ({ fields }) => (
              <span className="v-acts">
                {fields.map((field) => (
                  <Badge key={field.name} tone={field.mayWrite ? 'ok' : 'draft'}>
                    {field[locale]}: {field.mayWrite ? t.mayWrite : t.mayRead}
                  </Badge>
                ))}
              </span>
            ),
          },
        ]}
      />
      <Table
        label={t.pages}
        rows={access.pages}
        rowKey={({ uid }) => uid}
        columns={[
          {
            id: 'page',
            label: t.page,
            cell: ({ title, path }) => (
              <span className="v-wrap">
                {title} <span className="v-caption v-mono">{path}</span>
              </span>
            ),
          },
          {
            id: 'may',
            label: t.may,
            cell: ({ access: may }) => (
              <Badge tone={may === 'write' ? 'ok' : may === 'read' ? 'info' : 'draft'}>
                {may === 'write' ? t.mayWrite : may === 'read' ? t.mayRead : t.mayNothing}
              </Badge>
            ),
          },
        ]}
      />
    </div>
  );
}
