import type { TrustZone } from '../contracts/index.ts';
import type { DataClass } from './tool.ts';

const CEILINGS: Readonly<Record<TrustZone, DataClass>> = {
  local: 'secretAdjacent',
  privateHosted: 'systemDiagnostics',
  externalEu: 'internalConfiguration',
  externalGlobal: 'editorContent',
};

/** The highest data class a service of this zone may see (facts §3). */
export function zoneCeiling(zone: TrustZone): DataClass {
  return CEILINGS[zone];
}
