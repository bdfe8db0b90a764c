import { useQuery } from '@tanstack/react-query';
import type { ToolGroupView, ToolView } from '../../../../src/contracts/index.ts';
import {
  AdministrationArea,
  Badge,
  Checkbox,
  EmptyState,
  ErrorLine,
  Loaded,
  Table,
  TextButton,
  ToolName,
} from '../../components/index.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { useText } from '../../lib/i18n.tsx';
import { toolsQuery, useSwitch, type Moved } from './tool-queries.ts';
import { toolWords } from './words.ts';

/** Every tool by group: what it does, how confidential it is, who is not offered it and why, and its switch. */
export function ToolsScreen() {
  const t = useText(toolWords);
  const tools = useQuery({ ...toolsQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <Loaded query={tools} lines={8}>
        {(groups) =>
          groups.length === 0 ? (
            <EmptyState icon="sliders" title={t.empty}>
              {t.emptyHint}
            </EmptyState>
          ) : (
            groups.map((group) => <Group key={group.group} group={group} />)
          )
        }
      </Loaded>
    </AdministrationArea>
  );
}

function Group({ group }: { group: ToolGroupView }) {
  const t = useText(toolWords);
  const classes = useText(dataClassWords);
  const move = useSwitch();
  const name = groupName(group.group, t.groups);
  return (
    <section className="v-section" aria-label={name}>
      <h2 className="v-h">{name}</h2>
      <Checkbox
        checked={group.enabled}
        disabled={move.isPending}
        onChange={(enabled) => {
          move.mutate({ kind: 'group', name: group.group, enabled });
        }}
      >
        {t.groupOn(name)}
      </Checkbox>
      {move.error !== null && <ErrorLine error={move.error} />}
      <Table
        label={name}
        rows={group.tools}
        rowKey={(tool) => tool.name}
        columns={[
          { id: 'tool', label: t.tool, cell: (tool) => <Name tool={tool} /> },
          { id: 'effect', label: t.effect, cell: ({ effect }) => t.effects[effect] },
          { id: 'class', label: t.dataClass, cell: ({ dataClass }) => classes[dataClass] },
          {
            id: 'offered',
            label: t.notOffered,
            cell: ({ notOffered }) => <NotOffered notOffered={notOffered} />,
          },
          {
            id: 'state',
            label: t.state,
            cell: (tool) => (
              <Switch
                tool={tool}
                groupIsOn={group.enabled}
                isBusy={move.isPending}
                onMove={move.mutate}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function Name({ tool }: { tool: ToolView }) {
  const t = useText(toolWords);
  return (
    <>
      <ToolName name={tool.name} /> {tool.requiresApproval && <Badge>{t.approval}</Badge>}{' '}
      {tool.requiresAdministrator && <Badge>{t.administrators}</Badge>}{' '}
      {tool.remote && <Badge>{t.remote}</Badge>}
      <br />
      <span className="v-muted">{tool.description}</span>
    </>
  );
}

function NotOffered({ notOffered }: Pick<ToolView, 'notOffered'>) {
  const t = useText(toolWords);
  if (notOffered.length === 0) return t.offered;
  if (notOffered.every(({ reason }) => reason === 'skillList')) return t.whereListed;
  return (
    <ul className="v-items">
      {notOffered.map(({ configurationUid, name, reason }) => (
        <li key={configurationUid}>
          {name}: {reasonText(reason, t.reasons)}
        </li>
      ))}
    </ul>
  );
}

interface SwitchProps {
  readonly tool: ToolView;
  readonly groupIsOn: boolean;
  readonly isBusy: boolean;
  readonly onMove: (moved: Moved) => void;
}

function Switch({ tool, groupIsOn, isBusy, onMove }: SwitchProps) {
  const t = useText(toolWords);
  const { name } = tool;
  return (
    <>
      <Checkbox
        checked={tool.switch ?? tool.enabledByDefault}
        disabled={isBusy || !groupIsOn}
        onChange={(enabled) => {
          onMove({ kind: 'tool', name, enabled });
        }}
      >
        <ToolName name={t.toolOn(name)} isPlain />
      </Checkbox>
      {tool.switch === null ? (
        <span className="v-muted">{t.byDefault(tool.enabledByDefault)}</span>
      ) : (
        <TextButton
          aria-label={t.resetOf(name)}
          isDisabled={isBusy}
          onPress={() => {
            onMove({ kind: 'tool', name, enabled: null });
          }}
        >
          {t.reset}
        </TextButton>
      )}
    </>
  );
}

type Words = Readonly<Record<string, string>>;

/** A known group in words; one of a server or of an integrator by its own name. */
function groupName(group: string, words: Words): string {
  return Object.hasOwn(words, group) ? (words[group] ?? group) : group;
}

function reasonText(reason: string, words: Words & { readonly other: string }): string {
  return Object.hasOwn(words, reason) ? (words[reason] ?? words.other) : words.other;
}
