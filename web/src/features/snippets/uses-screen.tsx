import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SnippetUse } from '../../../../src/contracts/index.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorLine,
  Loaded,
  TextField,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { Frame } from './frame.tsx';
import { typedTags } from './snippet-form.ts';
import { snippetApi, snippetQueries } from './snippet-queries.ts';
import { snippetWords } from './words.ts';

/** Which configuration takes which snippets, and whether marked ones join callers (SNP-04). */
export function SnippetUsesScreen() {
  const t = useText(snippetWords);
  const uses = useQuery(snippetQueries.uses());
  return (
    <Frame title={t.usesTitle} lead={t.usesLead}>
      <div className="v-section v-snippet">
        <Loaded query={uses} lines={4}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState icon="sliders" title={t.usesNone} />
            ) : (
              all.map((use) => <Use key={use.configurationUid} use={use} />)
            )
          }
        </Loaded>
      </div>
    </Frame>
  );
}

function Use({ use }: { use: SnippetUse }) {
  const t = useText(snippetWords);
  const client = useQueryClient();
  const [tags, setTags] = useState(use.tags.join(', '));
  const [joins, setJoins] = useState(use.inCallerSystemMessage);
  const save = useMutation({
    mutationFn: () =>
      snippetApi.changeUse(use.configurationUid, {
        tags: typedTags(tags),
        inCallerSystemMessage: joins,
      }),
    onSuccess: (changed) => {
      setTags(changed.tags.join(', '));
      void client.invalidateQueries({ queryKey: ['snippet-uses'] });
      void client.invalidateQueries({ queryKey: ['snippets'] });
    },
  });
  const isChanged = tags !== use.tags.join(', ') || joins !== use.inCallerSystemMessage;
  return (
    <form
      className="v-card v-snippet__use"
      aria-label={use.name}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <h2 className="v-h">{use.name}</h2>
      <TextField label={t.tags} value={tags} onChange={setTags} />
      <Checkbox checked={joins} onChange={setJoins}>
        {t.optIn}
      </Checkbox>
      {save.error !== null && <ErrorLine error={save.error} />}
      <div className="v-acts">
        <Button type="submit" isPending={save.isPending} isDisabled={!isChanged}>
          {save.isPending ? t.saving : t.save}
        </Button>
      </div>
    </form>
  );
}
