import {
  Grant,
  type InvitedPerson,
  type PeopleOverview,
  type PersonView,
} from '../../../../src/contracts/index.ts';
import { Checkbox, ChoiceList, FormDialog, TextField } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { asBox, useForm } from '../../lib/use-form.ts';
import { peopleApi, usePeopleChange } from './people-queries.ts';
import { personForm, sentPerson, wrongPersonFields, type PersonForm } from './person-form.ts';
import { RightsFields } from './rights-fields.tsx';
import { peopleWords } from './words.ts';

interface PersonDialogProps {
  /** `null`: somebody is invited. */
  readonly person: PersonView | null;
  readonly overview: PeopleOverview;
  readonly onClose: () => void;
  readonly onInvited?: (invited: InvitedPerson) => void;
}

/** Invites somebody, or changes who somebody is and what they may do. */
export function PersonDialog({ person, overview, onClose, onInvited }: PersonDialogProps) {
  const t = useText(peopleWords);
  const { locale } = useLocale();
  const save = usePeopleChange(
    async (filled: PersonForm): Promise<InvitedPerson | null> => {
      if (person === null) {
        return peopleApi.invite({ ...sentPerson(filled), email: filled.email.trim(), locale });
      }
      await peopleApi.change(person.id, sentPerson(filled));
      return null;
    },
    (invited) => {
      onClose();
      if (invited !== null) onInvited?.(invited);
    },
  );
  const { form, change, field, submit } = useForm<PersonForm>({
    initial: () => personForm(person),
    wrongFields: wrongPersonFields,
    onSubmit: save.mutate,
  });
  return (
    <FormDialog
      title={person === null ? t.invite : t.editOf(person.name)}
      isNew={person === null}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField {...field('name', t.nameWrong)} label={t.name} />
      {person === null && (
        <TextField {...field('email', t.emailWrong)} label={t.email} type="email" />
      )}
      <Checkbox {...asBox(field('isAdministrator'))} help={t.administratorHelp}>
        {t.administrator}
      </Checkbox>
      <ChoiceList
        label={t.memberOf}
        help={t.groupsAdd}
        none={t.noGroups}
        options={overview.groups}
        value={form.groupIds}
        onChange={(groupIds) => {
          change({ groupIds });
        }}
      />
      {form.isAdministrator ? (
        <p className="v-muted">{t.rightsOfAdministrator}</p>
      ) : (
        <>
          <GrantList
            value={form.grants}
            onChange={(grants) => {
              change({ grants });
            }}
          />
          <RightsFields
            value={form.rights}
            onChange={(rights) => {
              change({ rights });
            }}
            options={overview.options}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Permissions that are held beside rights. */
export function GrantList(props: {
  value: readonly Grant[];
  onChange: (value: readonly Grant[]) => void;
}) {
  const t = useText(peopleWords);
  return (
    <ChoiceList
      label={t.grants}
      hasTotals
      options={Grant.options.map((id) => ({ id, name: t.grant[id], help: t.grantHelp[id] }))}
      value={props.value}
      onChange={(chosen) => {
        props.onChange(Grant.options.filter((grant) => chosen.includes(grant)));
      }}
    />
  );
}
