import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox, ManyComboBox, RadioField, Segments, TextField } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { missingFields, toolNames, type SkillForm } from './model/skill-form.ts';
import { writingWords } from './writing-words.ts';

interface SkillFieldsProps {
  readonly form: SkillForm;
  /** What was missing when it was last to be saved; a field that was filled since is not complained about. */
  readonly missing: readonly string[];
  readonly onChange: (form: SkillForm) => void;
}

/** The fields of a skill: everything that makes its digest. */
export function SkillFields({ form, missing, onChange }: SkillFieldsProps) {
  const t = useText(writingWords);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const set = (change: Partial<SkillForm>) => {
    onChange({ ...form, ...change });
  };
  const lacks = missingFields(form);
  const errorOf = (field: (typeof lacks)[number]) =>
    missing.includes(field) && lacks.includes(field) ? t.required : undefined;
  return (
    <div className="v-form">
      <TextField
        label={t.name}
        value={form.name}
        maxLength={255}
        error={errorOf('name')}
        onChange={(name) => {
          set({ name });
        }}
      />
      <TextField
        label={t.description}
        help={t.descriptionHelp}
        value={form.description}
        maxLength={2000}
        rows={2}
        error={errorOf('description')}
        onChange={(description) => {
          set({ description });
        }}
      />
      <Checkbox
        checked={form.process}
        help={t.processHelp}
        onChange={(process) => {
          set({ process });
        }}
      >
        {t.process}
      </Checkbox>
      <RadioField
        label={t.tools}
        value={form.restrictsTools ? 'only' : 'free'}
        onChange={(choice) => {
          set({ restrictsTools: choice === 'only' });
        }}
        options={[
          { id: 'free', label: t.toolsFree, extra: t.toolsFreeExtra },
          { id: 'only', label: t.toolsOnly, extra: t.toolsOnlyExtra },
        ]}
      />
      {form.restrictsTools && (
        <ToolNames
          chosen={toolNames(form.toolNames)}
          onChange={(chosen) => {
            set({ toolNames: chosen.join('\n') });
          }}
        />
      )}
      <div className="v-field v-form__body">
        <div className="v-form__bar">
          <Segments<'write' | 'preview'>
            label={t.view}
            value={view}
            onChange={setView}
            segments={[
              { id: 'write', label: t.write },
              { id: 'preview', label: t.preview },
            ]}
          />
        </div>
        {view === 'write' ? (
          <TextField
            label={t.body}
            help={t.bodyHelp}
            mono
            rows={16}
            value={form.body}
            onChange={(body) => {
              set({ body });
            }}
          />
        ) : (
          <div className="v-card v-skill-text">
            {form.body.trim() === '' ? (
              <p className="v-muted">{t.previewEmpty}</p>
            ) : (
              <Markdown everything source={form.body} headingLevel={3} />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Names, and not words that are searched for: no white space but after a comma or inside parentheses. */
const isNames = (typed: string) => !/[^,\s]\s+[^,\s](?![^()]*\))/.test(typed);

interface ToolNamesProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The tools a skill names: those there are, found by name or by what they do, and any other name. */
function ToolNames({ chosen, onChange }: ToolNamesProps) {
  const t = useText(writingWords);
  const tools = useQuery(queries.toolNames());
  return (
    <ManyComboBox
      label={t.toolNames}
      help={t.toolNamesHelp}
      options={(tools.data ?? []).map(({ name, description }) => ({
        id: name,
        label: name,
        extra: description,
      }))}
      chosen={chosen}
      onChange={onChange}
      own={(typed) => (isNames(typed) ? t.ownTool(typed) : null)}
      unknown={tools.data === undefined ? undefined : t.unknownTool}
      removeLabel={t.removeTool}
    />
  );
}
