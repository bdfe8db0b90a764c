export { createRuntime, type EmbeddedRuntime, type RuntimeParts } from './create-runtime.ts';
export { createVouch, type VouchOverrides } from './create-vouch.ts';
export { openKeyRotation } from './keys-open.ts';
export type { KeyRotation, KeysStatus } from './keys-rotation.ts';
export { listen, type Listening } from './listen.ts';
export { maskSecrets } from './log.ts';
export { loadSettings, type Settings } from './settings.ts';
export type { Vouch } from './vouch.ts';
