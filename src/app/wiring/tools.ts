import type { TrustZone } from '../../contracts/index.ts';
import type { Configuration } from '../../models/index.ts';
import { configurationAllowList } from '../../runs/index.ts';
import {
  createToolService,
  zoneCeiling,
  type ToolRegistry,
  type ToolService,
} from '../../tools/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** Tools for administrators: what there is, what is offered, and the switches. */
export function wireTools(
  { transactions, log }: Foundation,
  needs: {
    readonly stores: Stores;
    readonly tools: ToolRegistry;
    readonly zoneOf: (configuration: Configuration) => Promise<TrustZone>;
  },
): ToolService {
  const { stores, tools, zoneOf } = needs;
  return createToolService({
    registry: tools,
    switches: stores.toolStates,
    transactions,
    configurations: async () => {
      const all = await stores.configurations.configurations();
      return Promise.all(
        all
          .filter(({ isActive }) => isActive)
          .map(async (configuration) => ({
            uid: configuration.uid,
            name: configuration.name,
            allowedToolGroups: configuration.allowedToolGroups,
            ceiling: zoneCeiling(await zoneOf(configuration)),
            skillList: await configurationAllowList(stores.skills, configuration.uid),
          })),
      );
    },
    log: (facts, message) => {
      log.info(facts, message);
    },
  });
}
