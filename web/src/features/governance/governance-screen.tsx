import { useQuery } from '@tanstack/react-query';
import { AdministrationArea, Loaded } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { toolsQuery } from '../tools/tool-queries.ts';
import { governanceQuery } from './governance-queries.ts';
import { ProfileTable } from './profile-table.tsx';
import { Simulator } from './simulator.tsx';
import { ToolMatrix } from './tool-matrix.tsx';
import { governanceWords } from './words.ts';

/** How the installation stands to the profiles, what its configurations offer, and which rule says no. */
export function GovernanceScreen() {
  const t = useText(governanceWords);
  const governance = useQuery({ ...governanceQuery(), refetchOnMount: 'always' });
  const tools = useQuery({ ...toolsQuery(), refetchOnMount: 'always' });
  return (
    <AdministrationArea title={t.title} lead={t.lead}>
      <Loaded query={governance} lines={8}>
        {(overview) => (
          <>
            <Simulator choices={overview.choices} />
            <ProfileTable {...overview} />
            <Loaded query={tools} lines={6}>
              {(groups) => (
                <ToolMatrix groups={groups} configurations={overview.choices.configurations} />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </AdministrationArea>
  );
}
