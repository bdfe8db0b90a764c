import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  APPROVER_WORDS,
  missingSteps,
  stepWords,
  type GateAnswer,
  type GovernanceOverview,
  type ToolExplanation,
} from '../../../../src/contracts/index.ts';
import { Button, ComboBox, ErrorLine, Form, Select, State } from '../../components/index.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { allPages } from '../../lib/page-tree.ts';
import { queries } from '../../lib/queries.ts';
import { useForm } from '../../lib/use-form.ts';
import { useExplanation } from './governance-queries.ts';
import { governanceWords } from './words.ts';

interface Asked {
  readonly person: string;
  readonly configuration: string;
  readonly tool: string;
  /** Its uid, or `none`. */
  readonly skill: string;
  /** Its uid, or `none`. */
  readonly page: string;
}

const NO_SKILL = 'none';
const NO_PAGE = 'none';

/** Asks the rules whether a person's run may call a tool, and shows which says no. */
export function Simulator({ choices }: Pick<GovernanceOverview, 'choices'>) {
  const t = useText(governanceWords);
  const explanation = useExplanation();
  const skills = useQuery(queries.skills());
  const site = useQuery(queries.site());
  const { locale } = useLocale();
  const { field, submit } = useForm<Asked>({
    initial: () => ({
      person: choices.people[0]?.id ?? '',
      configuration: choices.configurations[0]?.id ?? '',
      tool: choices.tools[0] ?? '',
      skill: NO_SKILL,
      page: NO_PAGE,
    }),
    wrongFields: () => [],
    onSubmit: ({ person, configuration, tool, skill, page }) => {
      explanation.mutate({
        userId: person,
        configurationUid: Number(configuration),
        tool,
        ...(skill === NO_SKILL ? {} : { skillUid: Number(skill) }),
        ...(page === NO_PAGE ? {} : { page: Number(page) }),
      });
    },
  });
  const named = (list: GovernanceOverview['choices']['people']) =>
    list.map(({ id, name }) => ({ id, label: name }));
  return (
    <section className="v-section v-part">
      <h2 className="v-h">{t.simulator}</h2>
      <p className="v-muted v-lead">{t.simulatorLead}</p>
      <Form onSubmit={submit} label={t.simulator}>
        <Select {...field('person')} label={t.person} showLabel options={named(choices.people)} />
        <Select
          {...field('configuration')}
          label={t.configuration}
          showLabel
          options={named(choices.configurations)}
        />
        <Select
          {...field('tool')}
          label={t.tool}
          showLabel
          options={choices.tools.map((id) => ({ id, label: id }))}
        />
        <Select
          {...field('skill')}
          label={t.skill}
          showLabel
          options={[
            { id: NO_SKILL, label: t.noSkill },
            ...(skills.data ?? []).map(({ uid, name }) => ({ id: String(uid), label: name })),
          ]}
        />
        <ComboBox
          {...field('page')}
          label={t.page}
          help={t.pageHelp}
          options={[
            { id: NO_PAGE, label: t.noPage },
            ...allPages(site.data?.roots ?? []).map(({ uid, title, language }) => ({
              id: String(uid),
              label: title,
              extra: languageName(locale, language),
            })),
          ]}
        />
        <div className="v-acts">
          <Button type="submit" variant="primary" isPending={explanation.isPending}>
            {t.ask}
          </Button>
        </div>
        {explanation.error !== null && <ErrorLine error={explanation.error} />}
      </Form>
      <div aria-live="polite">
        {explanation.data !== undefined && <Answer found={explanation.data} />}
      </div>
    </section>
  );
}

function Answer({ found }: { found: ToolExplanation }) {
  const t = useText(governanceWords);
  const classes: Readonly<Record<string, string>> = useText(dataClassWords);
  const errorText = useErrorText();
  const { locale } = useLocale();
  const { start, gate, budget, approval } = found;
  const refusal = (code: string, message: string) =>
    errorText(new ApiError(code, message, { status: 409 }));
  return (
    <>
      <p>
        <Verdict isOpen={found.allowed}>{found.allowed ? t.may : t.mayNot}</Verdict>
      </p>
      <dl className="v-facts">
        <Rule
          label={t.start}
          isOpen={start.refusal === null}
          text={start.refusal === null ? t.starts : refusal(start.refusal, start.message)}
        />
        {gate?.reason === 'none' && (
          <Rule
            label={t.gate}
            isOpen
            text={t.gateOpen(classes[gate.dataClass] ?? gate.dataClass)}
          />
        )}
        {gate !== null && gate.reason !== 'none' && <Missing gate={gate} />}
        {budget !== null && (
          <Rule
            label={t.budget}
            isOpen={budget.refusal === null}
            text={budget.refusal === null ? t.budgetOpen : refusal(budget.refusal, budget.message)}
          />
        )}
        {approval !== null && (
          <div>
            <dt>{t.approval}</dt>
            <dd>{APPROVER_WORDS[locale][approval]}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** What the tool lacks to be offered, and what to do about each. */
function Missing({ gate }: { gate: GateAnswer }) {
  const t = useText(governanceWords);
  const { locale } = useLocale();
  return (
    <div>
      <dt>{t.missing}</dt>
      <dd>
        <ul className="v-items">
          {missingSteps(gate).map((step) => {
            const { why, remedy } = stepWords(step, locale);
            return (
              <li key={'names' in step ? `${step.code} ${step.identifier}` : step.code}>
                {remedy === '' ? why : <Verdict isOpen={false}>{`${why} ${remedy}`}</Verdict>}
              </li>
            );
          })}
        </ul>
      </dd>
    </div>
  );
}

function Rule(props: { label: string; isOpen: boolean; text: string }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        <Verdict isOpen={props.isOpen}>{props.text}</Verdict>
      </dd>
    </div>
  );
}

function Verdict({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <State tone={isOpen ? 'ok' : 'bad'} icon={isOpen ? 'ok' : 'bad'}>
      {children}
    </State>
  );
}
